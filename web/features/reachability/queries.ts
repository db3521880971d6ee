import { queryOptions } from "@tanstack/react-query";
import type { Channel } from "#contract/messages.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

/** Whether messages would reach anyone in the family. */
export const reachabilityQuery = queryOptions({
  queryKey: ["reachability"],
  queryFn: ({ signal }) => call("GET /api/reachability", undefined, signal),
});

export const ownContactMethodsQuery = queryOptions({
  queryKey: ["reachability", "self"],
  queryFn: ({ signal }) => call("GET /api/reachability/self", undefined, signal),
});

export const memberContactMethodsQuery = queryOptions({
  queryKey: ["reachability", "members"],
  queryFn: ({ signal }) => call("GET /api/reachability/members", undefined, signal),
});

export const useSendOwnTest = () =>
  useMutation({
    mutationFn: (channel: Channel) => call("POST /api/reachability/self/tests", { body: { channel } }),
    onSettled: useRefresh(["reachability"]),
  });

export const useSendTest = () =>
  useMutation({
    mutationFn: (id: number) => call("POST /api/reachability/members/:id/tests", { params: { id } }),
    onSettled: useRefresh(["reachability"]),
  });
