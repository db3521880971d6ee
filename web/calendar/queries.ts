import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { call } from "#web/api/call.ts";
import { type FamilyDay, untilSameDay } from "#web/families/family-clock.ts";

/** Today's events, as the server's clock has it; the day only makes a new day a new question, until whose answer
 * the old one stands: before the family is known it may be another day here than where it lives. */
export const todaysEventsQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["calendar-events", today.day],
    queryFn: ({ signal }) => call(listCalendarEvents, { query: {} }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { keptOffline: true },
  });
