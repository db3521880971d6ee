import { Send } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { NewHelpRequest } from "#contract/help/requests.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { useContacts } from "#web/features/families/queries.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { token } from "#web/platform/api/session.ts";
import { MemoryDrafts, useMemoryDraft } from "#web/platform/media/memory-drafts.ts";
import { newKey } from "#web/platform/offline/retries.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { LockedOption, Option } from "#web/ui/action/option.tsx";
import { TextAreaField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { type ToastWords, toast } from "#web/ui/toast/toast.ts";
import { offerUndo } from "./requests/cards/own-actions.tsx";
import { ask, type Outcome } from "./requests/outbox.ts";
import { helpRequestsQuery } from "./requests/queries.ts";
import { useStore } from "./requests/request-changes.ts";

/** How long the page on which help was requested stays. */
export const homeAfterMs = 2_000;

interface Wish {
  phrase: string;
  body: NewHelpRequest;
  /** The category from which the request is made. */
  categoryId: number;
}

/** Asks the family for help as the signed-in person. The response or a live event brings what was stored. */
function useAsk() {
  const user = useSignedInUser();
  const refresh = useRefresh([...helpRequestsQuery.queryKey, "waiting"]);
  const store = useStore();
  return useMutation({
    mutationFn: async (wish: Wish): Promise<Outcome> => {
      if (token() === null) return { kind: "refused", message: "Please sign in first, then tap it again." };
      if (!user || user.familyId === null) return { kind: "failed" };
      const from = { key: newKey(), personId: user.id, familyId: user.familyId };
      return ask({ ...from, ...wish, askedAt: new Date().toISOString() }, refresh);
    },
    onSuccess: (outcome) => {
      if (outcome.kind === "stored") {
        store(outcome.request);
        offerUndo(outcome.request.id, "cancel", homeAfterMs);
      }
      void refresh();
    },
  });
}

/** A request counts as sent when the server has it and somebody is notified about it. */
const isSent = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === "stored" && outcome.request.recipients > 0;

/** The request is stored on the device or the server, and home shows its state. */
const isStored = (outcome: Outcome | undefined): outcome is Outcome =>
  outcome?.kind === "stored" || outcome?.kind === "waiting";

const unsent = { variant: "destructive" } as const;

function wordsFor(outcome: Outcome, phrase: string): ToastWords {
  if (isSent(outcome))
    return {
      title: "Help Request Sent",
      description: `Your family has been notified that you need help with: ${phrase}`,
    };
  if (outcome.kind === "stored")
    return {
      ...unsent,
      title: "Nobody to tell yet",
      description: "Your request is saved, but please call someone now.",
    };
  if (outcome.kind === "waiting")
    return { ...unsent, title: "Not sent yet", description: "It's saved on this device. We'll keep trying." };
  return { ...unsent, title: "Not sent", description: "Please call your family." };
}

/** Sends a request, says what happened, and calls `onAsked` once the request is stored. */
function useRequestSending(onAsked: () => void) {
  const asking = useAsk();
  const send = (wish: Wish) => {
    if (asking.isPending) return;
    asking.mutate(wish, {
      onSuccess: (outcome) => {
        toast(wordsFor(outcome, wish.phrase));
        if (isStored(outcome)) onAsked();
      },
    });
  };
  return { send, outcome: asking.data, isBusy: asking.isPending };
}

interface AskedLineProps {
  outcome: Outcome;
  /** The text of the request. */
  children: string;
}

/** Replaces the tapped line with the outcome. It is announced and has the focus. */
const AskedLine = ({ outcome, children }: AskedLineProps) => (
  <div role="status" tabIndex={-1} ref={takeFocus}>
    {isSent(outcome) ? (
      <LockedOption state="right" mark="Sent">
        {children}
      </LockedOption>
    ) : (
      <LockedOption mark={outcome.kind === "stored" ? "Saved, not sent yet" : "Not sent yet"}>
        {children}
      </LockedOption>
    )}
  </div>
);

/** Says why a request was not sent, and offers a call. */
function NotSent({ outcome }: { outcome: Outcome }) {
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

interface PhraseRowProps extends Wish {
  onAsked: () => void;
}

/** A phrase that is sent with one tap and then shows the outcome. */
export function PhraseRow({ onAsked, ...wish }: PhraseRowProps) {
  const { phrase } = wish;
  const { send, outcome, isBusy } = useRequestSending(onAsked);
  if (isStored(outcome)) return <AskedLine outcome={outcome}>{phrase}</AskedLine>;
  return (
    <Stack gap={8}>
      <Option icon={Send} isBusy={isBusy} onClick={() => send(wish)}>
        {phrase}
      </Option>
      {outcome && !isBusy && <NotSent outcome={outcome} />}
    </Stack>
  );
}

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
