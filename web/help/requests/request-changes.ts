// Changes to the requests on the screen. Home can show requests without this file.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useRefresh } from "#web/api/queries.ts";
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

/** Removes a request that is only on this device. */
export const useDiscard = () =>
  useMutation({
    mutationFn: async (key: string) => (await import("./outbox-store.ts")).removeWaiting(key),
    onSettled: useRequestsRefresh(),
  });
