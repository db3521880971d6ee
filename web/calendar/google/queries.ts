import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listConnectedCalendars, type SharedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { call } from "#web/api/call.ts";

export const connectedCalendarsQuery = queryOptions({
  queryKey: ["calendar-settings", "connected"],
  queryFn: ({ signal }) => call(listConnectedCalendars, undefined, signal),
});

/** The answer is what the family sees now. */
export function useShareCalendar() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (calendar: SharedCalendars["calendars"][number]) =>
      call(shareCalendars, { body: { calendars: [calendar] } }),
    onSuccess: (calendars) => queries.setQueryData(connectedCalendarsQuery.queryKey, calendars),
  });
}
