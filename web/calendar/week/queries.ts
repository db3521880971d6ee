import { queryOptions } from "@tanstack/react-query";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { call } from "#web/api/call.ts";
import { daysFrom } from "./week-days.ts";

/** The events of seven days. */
export const weekQuery = (from: string) =>
  queryOptions({
    queryKey: ["calendar-events", "week", from],
    queryFn: ({ signal }) => call(listCalendarEvents, { query: { from, to: daysFrom(from, 6) } }, signal),
  });
