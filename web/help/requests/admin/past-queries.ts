import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getHelpFigures, listPastRequests } from "#contract/help/past-requests.ts";
import { call } from "#web/api/call.ts";

export const pastRequestsQuery = infiniteQueryOptions({
  queryKey: ["help-requests", "past"],
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === 0 ? undefined : String(pageParam);
    return call(listPastRequests, { query: { before } }, signal);
  },
  initialPageParam: 0,
  getNextPageParam: ({ requests, hasOlder }) => (hasOlder ? requests.at(-1)?.id : undefined),
});

export const helpFiguresQuery = queryOptions({
  queryKey: ["help-requests", "figures"],
  queryFn: ({ signal }) => call(getHelpFigures, undefined, signal),
});
