import { queryOptions } from "@tanstack/react-query";
import { listMemberContactMethods, listOwnContactMethods, sendTest } from "#contract/reachability.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const ownContactMethodsQuery = queryOptions({
  queryKey: ["reachability", "self"],
  queryFn: ({ signal }) => call(listOwnContactMethods, undefined, signal),
});

export const memberContactMethodsQuery = queryOptions({
  queryKey: ["reachability", "members"],
  queryFn: ({ signal }) => call(listMemberContactMethods, undefined, signal),
});

export const useSendTest = () =>
  useMutation({
    mutationFn: (id: number) => call(sendTest, { params: { id } }),
    onSettled: useRefresh(["reachability"]),
  });
