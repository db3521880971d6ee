import type { ExpiredInvitation } from "#contract/invitations.ts";
import { useOpenFamily, useSignedInUser } from "#web/accounts/queries.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { CreatedInvitation } from "#web/invitations/co-admins/created-invitation.tsx";
import { useRenewInvitation } from "#web/invitations/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Lead } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";

/** In the family of the invitation, which need not be the one that is open here. */
function useRenewing({ id, familyId }: ExpiredInvitation) {
  const user = useSignedInUser();
  const { mutateAsync: open, isPending: isOpening } = useOpenFamily();
  const { mutateAsync: renew, isPending: isRenewing, data } = useRenewInvitation();
  const press = async () => {
    try {
      if (user?.familyId !== familyId) await open(familyId);
      await renew(id);
      toast({ title: "Invitation renewed" });
    } catch (error) {
      refusalOf(error, { title: "Failed to renew invitation", otherwise: "Please try again." });
    }
  };
  return { press, isBusy: isOpening || isRenewing, renewed: data };
}

/** For whoever may invite: one tap, and the link works again. */
export function RenewHere({ expired }: { expired: ExpiredInvitation }) {
  const { press, isBusy, renewed } = useRenewing(expired);
  const title = `The invitation for ${expired.name} has expired`;
  if (renewed)
    return (
      <Page title={`The invitation for ${expired.name} works again`}>
        <Stack gap={24} isNarrow>
          <h1>The invitation for {expired.name} works again</h1>
          <CreatedInvitation invitation={renewed} title="Invitation renewed" />
        </Stack>
      </Page>
    );
  return (
    <Page title={title}>
      <Stack gap={24} isNarrow>
        <h1>{title}</h1>
        <Lead>With one tap, the same link works for seven more days. We'll send it again, too.</Lead>
        <Button variant="primary" isStart isBusy={isBusy} busyLabel="Renewing..." onClick={press}>
          Renew this invitation
        </Button>
        <ButtonLink href="/" isStart>
          Return to Home
        </ButtonLink>
      </Stack>
    </Page>
  );
}
