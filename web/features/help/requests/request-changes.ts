// Changes to the requests on the screen. Home can show requests without this file.
import { useQueryClient } from "@tanstack/react-query";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import type { WaitingRequest } from "./outbox-store.ts";
import { helpRequestsQuery } from "./queries.ts";

export const useRequestsRefresh = () => useRefresh(helpRequestsQuery.queryKey);

export const useStore = () => {
  const queries = useQueryClient();
  return (request: HelpRequest) =>
    queries.setQueryData(helpRequestsQuery.queryKey, (list) =>
      list?.some(({ id }) => id === request.id)
        ? list.map((one) => (one.id === request.id ? request : one))
        : list && [request, ...list],
    );
};

/**
 * Discards a request that waits on this device. It is only marked, even if it was just sent and removed: an attempt may
 * have arrived unnoticed, or still arrive, and is then ended by `HelpWatch`.
 */
export const useDiscard = () =>
  useMutation({
    mutationFn: async (waiting: WaitingRequest) =>
      (await import("./outbox-store.ts")).putWaiting({ ...waiting, discardedAt: Date.now() }),
    onSettled: useRequestsRefresh(),
  });
