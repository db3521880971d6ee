import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { addManualEvent } from "#contract/calendar/manual-events.ts";
import type { WantedContents } from "#contract/calendar/published.ts";
import type { CalendarSettings, changeCalendarSettings } from "#contract/calendar/settings.ts";
import type { Sent } from "#contract/endpoint.ts";
import { type FamilyDay, untilSameDay } from "#web/features/families/family-clock.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh, useStoreAnswer } from "#web/platform/api/queries.ts";

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
    meta: { storedOffline: true, pushesHomeDown: true },
  });

/** Tomorrow's events, as seen from today. */
export const tomorrowsEventsQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["calendar-events", "tomorrow", today.day],
    queryFn: ({ signal }) => call("GET /api/calendar-events/tomorrow", undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { storedOffline: true, pushesHomeDown: true },
  });

/** Subscribed calendars that may be out of date. */
export const staleCalendarsQuery = queryOptions({
  queryKey: ["stale-calendars"],
  queryFn: ({ signal }) => call("GET /api/stale-calendars", undefined, signal),
});

export const calendarSettingsQuery = queryOptions({
  queryKey: ["calendar-settings"],
  queryFn: ({ signal }) => call("GET /api/calendar-settings", undefined, signal),
});

export function useChangeCalendarSettings() {
  const queries = useQueryClient();
  return useMutation({
    // The answer may hold nothing.
    mutationFn: async (body: Sent<typeof changeCalendarSettings>["body"]): Promise<CalendarSettings> => ({
      ...queries.getQueryData(calendarSettingsQuery.queryKey),
      ...body,
      ...(await call("PUT /api/calendar-settings", { body })),
    }),
    onSuccess: useStoreAnswer(calendarSettingsQuery.queryKey),
  });
}

export const useReadCalendarAgain = () =>
  useMutation({
    mutationFn: () => call("POST /api/calendar-settings/reading"),
    onSuccess: useStoreAnswer(calendarSettingsQuery.queryKey),
  });

export type EventBody = Sent<typeof addManualEvent>["body"];

export const manualEventsQuery = queryOptions({
  queryKey: ["manual-events"],
  queryFn: async ({ signal }) => {
    const events = await call("GET /api/manual-events", undefined, signal);
    // The specification has no next dates, and every event is listed by its start.
    return events.map((event) => ({ ...event, nextDates: event.nextDates ?? [event.startDate] }));
  },
});

/** A change is pending until the list has been read again. The days are read again too. */
const useEventsRefresh = () => {
  const readDays = useRefresh(["calendar-events"]);
  const readEvents = useRefresh(manualEventsQuery.queryKey);
  return () => {
    void readDays();
    return readEvents();
  };
};

/** An existing event, or one date of a series. */
export interface EventTarget {
  id: number;
  occurrence?: string | undefined;
}

const partsOf = ({ id, occurrence }: EventTarget) => ({
  params: { id },
  query: { occurrence },
});

/** Adds an event, or changes the target. */
export const useSaveEvent = (target?: EventTarget) =>
  useMutation({
    mutationFn: (body: EventBody) =>
      target
        ? call("PUT /api/manual-events/:id", { ...partsOf(target), body })
        : call("POST /api/manual-events", { body }),
    // Changes run one after the other, so that the last one wins.
    scope: { id: `manual event ${target?.id}` },
    onSettled: useEventsRefresh(),
  });

export const useDeleteEvent = () =>
  useMutation({
    mutationFn: (target: EventTarget) => call("DELETE /api/manual-events/:id", partsOf(target)),
    onSettled: useEventsRefresh(),
  });

export const calendarAddressQuery = queryOptions({
  queryKey: ["published-calendar"],
  queryFn: ({ signal }) => call("GET /api/calendar-address", undefined, signal),
});

export const useMakeAddress = () =>
  useMutation({
    mutationFn: () => call("POST /api/calendar-address"),
    onSuccess: useStoreAnswer(calendarAddressQuery.queryKey),
  });

export const useChooseCategories = () =>
  useMutation({
    mutationFn: (body: WantedContents) => call("PUT /api/calendar-address", { body }),
    // Changes run one after the other, so that the last press wins.
    scope: { id: "events of the address" },
    onSuccess: useStoreAnswer(calendarAddressQuery.queryKey),
  });

export function useEndAddress() {
  const store = useStoreAnswer(calendarAddressQuery.queryKey);
  return useMutation({
    mutationFn: () => call("DELETE /api/calendar-address"),
    onSuccess: () => store(null),
  });
}
