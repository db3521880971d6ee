import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";

/** Whether messages would reach anyone in the family. */
export const reachabilityQuery = queryOptions({
  queryKey: ["reachability"],
  queryFn: ({ signal }) => call("GET /api/reachability", undefined, signal),
});
