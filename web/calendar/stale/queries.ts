import { queryOptions } from "@tanstack/react-query";
import { listStaleCalendars } from "#contract/calendar/settings.ts";
import { call } from "#web/api/call.ts";

export const staleCalendarsQuery = queryOptions({
  queryKey: ["stale-calendars"],
  queryFn: ({ signal }) => call(listStaleCalendars, undefined, signal),
});
