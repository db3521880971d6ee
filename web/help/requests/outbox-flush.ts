import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { onReturn } from "#web/api/live.ts";
import { useAttempts } from "#web/offline/retries.ts";
import { flush, type Sender } from "./outbox.ts";
import { helpRequestsQuery } from "./queries.ts";

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
