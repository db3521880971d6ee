import type { NewHelpRequest } from "#contract/help/requests.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { token } from "#web/platform/api/session.ts";
import { newKey } from "#web/platform/offline/retries.ts";
import { offerUndo } from "./cards/own-actions.tsx";
import { ask, type Outcome } from "./outbox.ts";
import { helpRequestsQuery } from "./queries.ts";
import { useStore } from "./request-changes.ts";

/** How long the page on which help was requested stays. */
export const homeAfterMs = 2_000;

export interface Wish {
  phrase: string;
  body: NewHelpRequest;
  /** The category from which the request is made. */
  categoryId: number;
}

/** Asks the family for help as the signed-in person. The response or a live event brings what was stored. */
export function useAsk() {
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
