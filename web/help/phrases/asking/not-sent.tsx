import { CallButton } from "#web/families/call/call-button.tsx";
import { useContacts } from "#web/families/queries.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import type { Outcome } from "../../requests/outbox.ts";

/** It did not go out and will not: why, and the phone instead. */
export function NotSent({ outcome }: { outcome: Outcome }) {
  const [contact] = useContacts();
  return (
    <Note kind="danger" isAlert title="This was not sent">
      <Stack gap={12}>
        <p>{outcome.kind === "refused" ? outcome.message : "Please call, or tap it again in a minute."}</p>
        {contact && <CallButton contact={contact} />}
      </Stack>
    </Note>
  );
}
