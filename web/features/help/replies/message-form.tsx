import { MessageSquareText } from "lucide-react";
import type { FormEvent } from "react";
import { messageOf } from "#web/platform/api/call.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { MemoryDrafts, useMemoryDraft } from "../memory-drafts.ts";
import { useAddReply } from "./queries.ts";

interface MessageFormProps {
  requestId: number;
  to: string;
}

/** Unsent words by request. The card of a request can be replaced at any moment. */
const drafts = new MemoryDrafts<number, string>();

/** A line of text. It stays in the field until the server has it. */
export function MessageForm({ requestId, to }: MessageFormProps) {
  const [words = "", write] = useMemoryDraft(drafts, requestId);
  const add = useAddReply(requestId);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = words.trim();
    if (text === "" || add.isPending) return;
    // Words that were typed while these were on their way stay.
    const finish = () => {
      if (drafts.get(requestId)?.trim() === text) write(undefined);
    };
    add.mutateAsync({ words: text }).then(finish, () => undefined);
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={12}>
        <TextField
          label={`Message to ${to}`}
          name="words"
          maxLength={500}
          value={words}
          onChange={({ target }) => write(target.value)}
          error={
            add.error ? messageOf(add.error, "This was not sent. Your words are still here.") : undefined
          }
        />
        <Button type="submit" icon={MessageSquareText} isBusy={add.isPending} busyLabel="Sending...">
          Send message
        </Button>
      </Stack>
    </form>
  );
}
