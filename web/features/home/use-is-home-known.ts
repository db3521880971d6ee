import { notifyManager, type QueryCache, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { statusQuery } from "#web/features/accounts/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";

const timeoutMs = 3_000;

/** Whether every query that home waits for has had an answer. */
const areAllRead = (cache: QueryCache): boolean =>
  cache.getAll().every((query) => !query.meta?.pushesHomeDown || query.isFetched());

function useAreAllRead(cache: QueryCache): boolean {
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
  const cache = useQueryClient().getQueryCache();
  const areRead = useAreAllRead(cache);
  const { data: status, isError: hasNoStatus } = useQuery(statusQuery);
  const hasFamily = useFamily() !== undefined;
  const isOfFamily = hasNoStatus || (status !== undefined && hasFamily);
  const isReady = isOfFamily && (hasNoStatus || areRead) && !isAwaitingCode;
  useLayoutEffect(() => {
    // Where the family lives it may be another day than here, which the parts of home have asked for by now.
    if (isReady && (hasNoStatus || areAllRead(cache))) setWasKnown(true);
  }, [isReady, hasNoStatus, cache]);
  // Once home is shown, nothing that arrives later hides it again, because the focus would be lost.
  return isLate || (isOfFamily && wasKnown);
}
