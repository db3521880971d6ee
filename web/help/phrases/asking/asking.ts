import { type ToastWords, toast } from "#web/ui/toast/toast.ts";
import { useAsk, type Wish } from "../../requests/asking.ts";
import type { Outcome } from "../../requests/outbox.ts";

/** There is somebody who hears of it, and the server has it: only that is "sent". */
export const isSent = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === "stored" && outcome.request.recipients > 0;

/** Here or there: home shows from now on how it stands. */
export const isKept = (outcome: Outcome | undefined): outcome is Outcome =>
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

/** Asks, says truthfully what came of it, and calls `onAsked` once the request is kept. */
export function useAsking(onAsked: () => void) {
  const asking = useAsk();
  const send = (wish: Wish) => {
    if (asking.isPending) return;
    asking.mutate(wish, {
      onSuccess: (outcome) => {
        toast(wordsFor(outcome, wish.phrase));
        if (isKept(outcome)) onAsked();
      },
    });
  };
  return { send, outcome: asking.data, isBusy: asking.isPending };
}
