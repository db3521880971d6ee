import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { helpersFor } from "#web/features/families/contacts.ts";
import { InviteLink } from "#web/features/families/family-links.tsx";
import { useFamily } from "#web/features/families/queries.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { helpRequestsQuery } from "./queries.ts";
import { hasNoRecipients } from "./request-words.ts";

const forSenior = {
  title: "Nobody would get your call for help yet",
  words: "Invite someone who can help you. They join with a link.",
};
const forHelper = { title: "Nobody else is here yet", words: "Invite your family. They join with a link." };

/** Warns that nobody would be notified of a request. An open request says so itself. */
export function NobodyYet() {
  const user = useSignedInUser();
  const family = useFamily();
  const { data: requests } = useQuery(helpRequestsQuery);
  if (!user || !family || requests?.some(hasNoRecipients)) return null;
  const isSenior = user.role === "grandparent";
  const others = isSenior ? helpersFor(family, user.id).length : family.members.length - 1;
  if (others > 0) return null;
  const { title, words } = isSenior ? forSenior : forHelper;
  return (
    <Note kind={isSenior ? "warn" : "info"} title={title}>
      <Stack gap={12}>
        <p>{words}</p>
        <InviteLink />
      </Stack>
    </Note>
  );
}
