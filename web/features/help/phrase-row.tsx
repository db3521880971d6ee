import { Send } from "lucide-react";
import { CallButton } from "#web/features/families/call/call-buttons.tsx";
import { useContacts } from "#web/features/families/queries.ts";
import { LockedOption, Option } from "#web/ui/action/option.tsx";
import { takeFocus } from "#web/ui/action/take-focus.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { type ToastWords, toast } from "#web/ui/toast/toast.ts";
import { useAsk, type Wish } from "./requests/new-request.ts";
import type { Outcome } from "./requests/outbox.ts";

/** A request counts as sent when the server has it and somebody is notified about it. */
const isSent = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === "stored" && outcome.request.recipients > 0;

/** The request is stored on the device or the server, and home shows its state. */
export const isStored = (outcome: Outcome | undefined): outcome is Outcome =>
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
export function useRequestSending(onAsked: () => void) {
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
export const AskedLine = ({ outcome, children }: AskedLineProps) => (
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
