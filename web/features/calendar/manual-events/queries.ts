import { queryOptions } from "@tanstack/react-query";
import type { addManualEvent } from "#contract/calendar/manual-events.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

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
