import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { onReturn } from "#web/api/live.ts";
import { flush, type Sender } from "./outbox.ts";
import { helpRequestsQuery } from "./queries.ts";

type Attempt = () => Promise<void>;

// A browser says that it is online before the network works, so it is tried soon and then less often.
const pauses = [2_000, 5_000];
const maxPauseMs = 15_000;

function useAttempts(attempt: Attempt, hasWaiting: boolean): void {
  useEffect(() => {
    if (!hasWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (attempts: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void attempt();
        wait(attempts + 1);
      }, pauses[attempts] ?? maxPauseMs);
    };
    const beginAnew = () => wait(0);
    beginAnew();
    const stop = onReturn(beginAnew);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [attempt, hasWaiting]);
}

/** Sends waiting requests on load, on return, and at intervals. Safari cannot send in the background. */
export function useOutboxFlush({ id, familyId }: Sender, hasWaiting: boolean): void {
  const queries = useQueryClient();
  const attempt = useCallback(async () => {
    if (await flush({ id, familyId }))
      await queries.invalidateQueries({ queryKey: helpRequestsQuery.queryKey });
  }, [queries, id, familyId]);
  useEffect(() => {
    void attempt();
    return onReturn(attempt);
  }, [attempt]);
  useAttempts(attempt, hasWaiting);
}
