import { type FormEvent, useRef, useState } from "react";
import { NewHelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextAreaField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { MemoryDrafts, useMemoryDraft } from "./memory-drafts.ts";
import { AskedLine, isStored, NotSent, useRequestSending } from "./phrase-row.tsx";

interface SomethingElseProps {
  categoryId: number;
  onAsked: () => void;
}

/** Words that were not sent yet, by category. They survive a look at another page, and a sign-in that expires. */
const drafts = new MemoryDrafts<number, string>();

/** A text box for anything that no phrase covers. */
export function SomethingElse({ categoryId, onAsked }: SomethingElseProps) {
  const [asked, setAsked] = useState("");
  const [typed = "", setTyped] = useMemoryDraft(drafts, categoryId);
  const { send, outcome, isBusy } = useRequestSending(() => {
    setTyped(undefined);
    onAsked();
  });
  const [error, setError] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.replace(/\s+/g, " ").trim();
    const checked = NewHelpRequest.safeParse({ text, categoryId });
    setError(checked.error?.issues[0]?.message);
    setAsked(text);
    if (checked.success) send({ phrase: text, body: checked.data, categoryId });
    else box.current?.focus();
  };
  if (isStored(outcome)) return <AskedLine outcome={outcome}>{asked}</AskedLine>;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={24}>
        <TextAreaField
          label="What do you need?"
          name="phrase"
          ref={box}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
        {outcome && !isBusy && <NotSent outcome={outcome} />}
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Sending...">
          Ask my family
        </Button>
      </Stack>
    </form>
  );
}
