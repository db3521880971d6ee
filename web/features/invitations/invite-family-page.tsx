import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { NoFamily } from "#web/features/families/no-family.tsx";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { FamilyInvitations } from "./family-invitations.tsx";

const title = "Invite your family";

/** Where grandparents invite the first people who can help them. Others invite in the panel. */
export function InviteFamilyPage() {
  const isSignedIn = useToken() !== null;
  const user = useSignedInUser();
  if (user?.familyId === null) return <NoFamily />;
  if (!isSignedIn)
    return (
      <Page title={title}>
        <SignedOut title={title} onSignIn={rememberPlace} />
      </Page>
    );
  return (
    <Page title={title}>
      <Stack gap={12}>
        <ButtonLink variant="back" href="/">
          Home
        </ButtonLink>
        <h1>{title}</h1>
      </Stack>
      <FamilyInvitations />
    </Page>
  );
}
