import { infiniteQueryOptions } from "@tanstack/react-query";
import { listActivity } from "#contract/activity.ts";
import { call } from "#web/api/call.ts";

export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === 0 ? undefined : String(pageParam);
    return call(listActivity, { query: { before } }, signal);
  },
  initialPageParam: 0,
  getNextPageParam: ({ activity, hasOlder }) => (hasOlder ? activity.at(-1)?.id : undefined),
});
