import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { addLocalEvent, subscribeToLocalEventFeed } from "#contract/local-events.ts";
import { type FamilyDay, untilSameDay } from "#web/features/families/family-clock.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

/** Things to do from today on. The server decides which day it is; `day` in the key makes a new day read again. */
export const localEventsQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["local-events", "active", today.day],
    queryFn: ({ signal }) => call("GET /api/local-events/active", undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { storedOffline: true, pushesHomeDown: true },
  });

export type TypedLocalEvent = Sent<typeof addLocalEvent>["body"];
export type TypedFeed = Sent<typeof subscribeToLocalEventFeed>["body"];

/** `day` makes a new day read the list again, because past events go to the end. */
export const enteredLocalEventsQuery = (day: string) =>
  queryOptions({
    queryKey: ["local-events", "entered", day],
    queryFn: ({ signal }) => call("GET /api/local-events", undefined, signal),
    placeholderData: keepPreviousData,
  });

export const localEventFeedsQuery = queryOptions({
  queryKey: ["local-event-calendars"],
  queryFn: ({ signal }) => call("GET /api/local-event-feeds", undefined, signal),
});

/** Adds an event, or changes the one with this id. */
export const useSaveLocalEvent = (id: number | undefined) =>
  useMutation({
    mutationFn: (body: TypedLocalEvent) =>
      id === undefined
        ? call("POST /api/local-events", { body })
        : call("PUT /api/local-events/:id", { params: { id }, body }),
    onSuccess: useRefresh(["local-events"]),
  });

export const useDeleteLocalEvent = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/local-events/:id", { params: { id } }),
    onSettled: useRefresh(["local-events"]),
  });

export const useSubscribe = () =>
  useMutation({
    mutationFn: (body: TypedFeed) => call("POST /api/local-event-feeds", { body }),
    onSuccess: useRefresh(localEventFeedsQuery.queryKey),
  });

export const useUnsubscribe = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/local-event-feeds/:id", { params: { id } }),
    onSettled: useRefresh(localEventFeedsQuery.queryKey),
  });
