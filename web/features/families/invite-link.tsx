import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { mayInvite } from "./contacts.ts";
import { useFamily } from "./queries.ts";

/** Shown to people who may invite others. */
export function InviteLink() {
  const user = useSignedInUser();
  if (!mayInvite(useFamily(), user?.id)) return null;
  return (
    <ButtonLink href="/admin/co-admins" isStart>
      Invite someone
    </ButtonLink>
  );
}
