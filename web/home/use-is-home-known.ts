import { notifyManager, type QueryCache, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { statusQuery } from "#web/accounts/queries.ts";
import { useFamily } from "#web/families/queries.ts";

const timeoutMs = 3_000;

/** Whether every query that home waits for has had an answer. */
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

/**
 * Whether everything has loaded that affects the layout of home. The day waits for it, so that nothing moves once it is
 * shown, but at most three seconds.
 */
export function useIsHomeKnown(isAwaitingCode: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const [wasKnown, setWasKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const areRead = useAreAllRead();
  const { data: status, isError: hasNoStatus } = useQuery(statusQuery);
  const hasFamily = useFamily() !== undefined;
  const isRead = hasNoStatus || (status !== undefined && areRead && hasFamily);
  // Once home is shown, nothing that arrives later hides it again, because the focus would be lost.
  const isKnown = isLate || (isRead && (wasKnown || !isAwaitingCode));
  if (isKnown && !wasKnown) setWasKnown(true);
  return isKnown;
}
