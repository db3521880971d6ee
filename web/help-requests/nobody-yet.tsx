import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { helpersFor } from "#web/families/contacts.ts";
import { InviteLink } from "#web/families/invite-link.tsx";
import { useFamily } from "#web/families/queries.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { isUnheard } from "./progress.ts";
import { helpRequestsQuery } from "./queries.ts";

/** Said before help is needed: nobody would hear of it. An open request says it by itself. */
export function NobodyYet() {
  const user = useSignedInUser();
  const family = useFamily();
  const { data: requests } = useQuery(helpRequestsQuery);
  if (requests?.some(isUnheard)) return null;
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
