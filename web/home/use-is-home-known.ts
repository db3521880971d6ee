import { notifyManager, type QueryCache, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { statusQuery } from "#web/accounts/queries.ts";
import { useFamily } from "#web/families/queries.ts";

const timeoutMs = 3_000;

/** Whether every query that decides what stands above the day has had an answer. */
const areAllRead = (cache: QueryCache): boolean =>
  cache.getAll().every((query) => !query.meta?.pushesHomeDown || query.isFetched());

function useAreAllRead(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => areAllRead(cache));
}

/** Whether it is known what stands above the day. The day waits for it, but not for long, so that nothing pushes it down. */
export function useIsTopKnown(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const areRead = useAreAllRead();
  const { data: status, isError: hasNoStatus } = useQuery(statusQuery);
  const hasFamily = useFamily() !== undefined;
  return isLate || hasNoStatus || (status !== undefined && areRead && hasFamily);
}
