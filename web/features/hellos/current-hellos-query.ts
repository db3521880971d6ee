// Separate from the other queries, because home's first files need it.
import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";

/** The hello to look at now, and the hearts that one's own have got today. */
export const currentHellosQuery = queryOptions({
  queryKey: ["hellos", "current"],
  queryFn: ({ signal }) => call("GET /api/hellos/current", undefined, signal),
  meta: { storedOffline: true, pushesHomeDown: true },
});
