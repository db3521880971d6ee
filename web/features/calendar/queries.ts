import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type FamilyDay, untilSameDay } from "#web/features/families/family-clock.ts";
import { call } from "#web/platform/api/call.ts";

/**
 * Today's events. The server decides which day it is; `day` in the key makes a new day read again. The old answer stays
 * until then, because before the family is known it may be another day here than where the family lives.
 */
export const todaysEventsQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["calendar-events", today.day],
    queryFn: ({ signal }) => call("GET /api/calendar-events", { query: {} }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { keptOffline: true, pushesHomeDown: true },
  });

/** Subscribed calendars that may be out of date. */
export const staleCalendarsQuery = queryOptions({
  queryKey: ["stale-calendars"],
  queryFn: ({ signal }) => call("GET /api/stale-calendars", undefined, signal),
});
