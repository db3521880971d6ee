import { useQuery } from "@tanstack/react-query";
import type { ExpiredInvitation } from "#contract/invitations.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { mayInvite } from "#web/families/contacts.ts";
import { useFamily } from "#web/families/queries.ts";
import { InviteError, notFound } from "#web/invitations/invite-error.tsx";
import { expiredInvitationQuery } from "#web/invitations/queries.ts";
import { AskForRenewal } from "./ask-for-renewal.tsx";
import { RenewHere } from "./renew-here.tsx";

/** An admin of that family, whichever is open here; a grandparent in one that has none. */
function useMayRenew(expired: ExpiredInvitation | undefined): boolean {
  const user = useSignedInUser();
  const family = useFamily();
  if (!expired || !user) return false;
  const membership = user.families.find(({ id }) => id === expired.familyId);
  return membership?.role === "admin" || (family?.id === expired.familyId && mayInvite(family, user.id));
}

interface ExpiredProps {
  code: string;
  /** In the server's words. */
  whomToAsk: string;
}

/** A link that has expired: whoever may renew it does so here, anybody else asks for it. */
export function Expired({ code, whomToAsk }: ExpiredProps) {
  const { data: expired } = useQuery(expiredInvitationQuery(code));
  const mayRenew = useMayRenew(expired);
  if (expired && mayRenew) return <RenewHere expired={expired} />;
  return (
    <InviteError message={notFound} advice={whomToAsk} otherWay="Sign in with my phone">
      {expired && <AskForRenewal inviteCode={code} of={expired.renewedBy} />}
    </InviteError>
  );
}
