import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getOwnWays, getReachability, listMemberWays, sendTest } from "#contract/reachability.ts";
import { call } from "#web/api/call.ts";

/** Whether somebody of the family would hear. */
export const reachabilityQuery = queryOptions({
  queryKey: ["reachability"],
  queryFn: ({ signal }) => call(getReachability, undefined, signal),
});

export const ownWaysQuery = queryOptions({
  queryKey: ["reachability", "self"],
  queryFn: ({ signal }) => call(getOwnWays, undefined, signal),
});

export const memberWaysQuery = queryOptions({
  queryKey: ["reachability", "members"],
  queryFn: ({ signal }) => call(listMemberWays, undefined, signal),
});

export const useSendTest = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(sendTest, { params: { id: String(id) } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["reachability"] }),
  });
};
