// Changes that admins can make to things to do.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import {
  addLocalEvent,
  changeLocalEvent,
  deleteLocalEvent,
  listLocalEventFeeds,
  listLocalEvents,
  subscribeToLocalEventFeed,
  unsubscribeFromLocalEventFeed,
} from "#contract/local-events.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export type TypedLocalEvent = Sent<typeof addLocalEvent>["body"];
export type TypedFeed = Sent<typeof subscribeToLocalEventFeed>["body"];

/** `day` makes a new day read the list again, because past events go to the end. */
export const enteredLocalEventsQuery = (day: string) =>
  queryOptions({
    queryKey: ["local-events", "entered", day],
    queryFn: ({ signal }) => call(listLocalEvents, undefined, signal),
    placeholderData: keepPreviousData,
  });

export const localEventFeedsQuery = queryOptions({
  queryKey: ["local-event-calendars"],
  queryFn: ({ signal }) => call(listLocalEventFeeds, undefined, signal),
});

/** Adds an event, or changes the one with this id. */
export const useSaveLocalEvent = (id: number | undefined) =>
  useMutation({
    mutationFn: (body: TypedLocalEvent) =>
      id === undefined ? call(addLocalEvent, { body }) : call(changeLocalEvent, { params: { id }, body }),
    onSuccess: useRefresh(["local-events"]),
  });

export const useDeleteLocalEvent = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteLocalEvent, { params: { id } }),
    onSettled: useRefresh(["local-events"]),
  });

export const useSubscribe = () =>
  useMutation({
    mutationFn: (body: TypedFeed) => call(subscribeToLocalEventFeed, { body }),
    onSuccess: useRefresh(localEventFeedsQuery.queryKey),
  });

export const useUnsubscribe = (id: number) =>
  useMutation({
    mutationFn: () => call(unsubscribeFromLocalEventFeed, { params: { id } }),
    onSettled: useRefresh(localEventFeedsQuery.queryKey),
  });
