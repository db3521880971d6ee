import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addManualEvent,
  changeManualEvent,
  deleteManualEvent,
  listManualEvents,
} from "#contract/calendar/manual-events.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";

export type EventBody = Sent<typeof addManualEvent>["body"];

export const manualEventsQuery = queryOptions({
  queryKey: ["manual-events"],
  queryFn: ({ signal }) => call(listManualEvents, undefined, signal),
});

/** A change is under way until the list on the screen has it; the days are read again too. */
const useRefresh = () => {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["calendar-events"] });
    return queries.invalidateQueries({ queryKey: manualEventsQuery.queryKey });
  };
};

/** An event that is there, or one date of it where it repeats. */
export interface EventTarget {
  id: number;
  occurrence?: string | undefined;
}

const partsOf = ({ id, occurrence }: EventTarget) => ({
  params: { id: String(id) },
  query: { occurrence },
});

/** Changes what is there, or adds a new one. */
export const useSaveEvent = (target?: EventTarget) =>
  useMutation({
    mutationFn: (body: EventBody) =>
      target ? call(changeManualEvent, { ...partsOf(target), body }) : call(addManualEvent, { body }),
    // One after the other, so that the last one has the last word.
    scope: { id: `manual event ${target?.id}` },
    onSettled: useRefresh(),
  });

export const useDeleteEvent = () =>
  useMutation({
    mutationFn: (target: EventTarget) => call(deleteManualEvent, partsOf(target)),
    onSettled: useRefresh(),
  });
