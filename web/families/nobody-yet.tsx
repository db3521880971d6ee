import { useSignedInUser } from "#web/accounts/queries.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { helpersFor } from "./contacts.ts";
import { InviteLink } from "./invite-link.tsx";
import { useFamily } from "./queries.ts";

/** Said before help is needed: nobody would hear of it. */
export function NobodyYet() {
  const user = useSignedInUser();
  const family = useFamily();
  if (!user || !family || helpersFor(family, user.id).length > 0) return null;
  return (
    <Note kind="warn" title="Nobody would hear your call for help yet">
      <Stack gap={12}>
        <p>Invite somebody who can help you. They join by a link.</p>
        <InviteLink />
      </Stack>
    </Note>
  );
}
