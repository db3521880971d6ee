// What those who look after a family's page can change about its things to do.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import {
  addLocalEvent,
  changeLocalEvent,
  deleteLocalEvent,
  followLocalEventFeed,
  listLocalEventFeeds,
  listLocalEvents,
  unfollowLocalEventFeed,
} from "#contract/local-events.ts";
import { call } from "#web/api/call.ts";

export type TypedLocalEvent = Sent<typeof addLocalEvent>["body"];
export type TypedFeed = Sent<typeof followLocalEventFeed>["body"];

/** `day` only makes a new day a new question: what is over goes to the end. */
export const enteredLocalEventsQuery = (day: string) =>
  queryOptions({
    queryKey: ["local-events", "entered", day],
    queryFn: ({ signal }) => call(listLocalEvents, undefined, signal),
  });

export const localEventFeedsQuery = queryOptions({
  queryKey: ["local-event-feeds"],
  queryFn: ({ signal }) => call(listLocalEventFeeds, undefined, signal),
});

/** A change is under way until the list on the screen has it. */
const useRefresh = (key: "local-events" | "local-event-feeds") => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key] });
};

const params = (id: number) => ({ params: { id: String(id) } });

/** A new one, or the one with this number. */
export const useSaveLocalEvent = (id: number | undefined) =>
  useMutation({
    mutationFn: (body: TypedLocalEvent) =>
      id === undefined ? call(addLocalEvent, { body }) : call(changeLocalEvent, { ...params(id), body }),
    onSuccess: useRefresh("local-events"),
  });

export const useDeleteLocalEvent = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteLocalEvent, params(id)),
    onSettled: useRefresh("local-events"),
  });

export const useFollow = () =>
  useMutation({
    mutationFn: (body: TypedFeed) => call(followLocalEventFeed, { body }),
    onSuccess: useRefresh("local-event-feeds"),
  });

export const useUnfollow = (id: number) =>
  useMutation({
    mutationFn: () => call(unfollowLocalEventFeed, params(id)),
    onSettled: useRefresh("local-event-feeds"),
  });
