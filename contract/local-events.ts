import * as z from "zod/mini";
import { ClockTime } from "./calendar/manual-events.ts";
import { CalendarFreshness, EventCounts, FeedUrl } from "./calendar/subscriptions.ts";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams, line, lines, nameLine, nothing } from "./values.ts";

export const LocalEvent = z.object({
  id: Id,
  title: z.string(),
  /** The time on the family's clock, YYYY-MM-DDTHH:MM. */
  date: z.string(),
  location: z.string(),
  description: z.string(),
  /** Whether it has no time of day. `date` is then midnight. */
  allDay: z.boolean(),
  /** The name of the calendar it comes from, or null for an event that the family entered. */
  source: z.nullable(z.string()),
});
export type LocalEvent = z.output<typeof LocalEvent>;

export const NewLocalEvent = z.strictObject({
  title: line(120, 1, "Title is required"),
  date: ClockTime("Date is required"),
  location: line(200, 1, "Location is required"),
  description: z.optional(lines(500)),
});
export type NewLocalEvent = z.output<typeof NewLocalEvent>;

export const listActiveLocalEvents = endpoint({
  method: "GET",
  path: "/api/local-events/active",
  access: "member",
  summary: "Things to do in the next 14 days, in time order, at most 100",
  response: z.array(LocalEvent),
});

export const listLocalEvents = endpoint({
  method: "GET",
  path: "/api/local-events",
  access: "admin",
  summary: "The things to do that the family entered, the next one first and past ones last",
  response: z.array(LocalEvent),
});

export const addLocalEvent = endpoint({
  method: "POST",
  path: "/api/local-events",
  access: "admin",
  summary: "Enter something to do",
  body: NewLocalEvent,
  response: LocalEvent,
  status: 201,
});

export const changeLocalEvent = endpoint({
  method: "PUT",
  path: "/api/local-events/:id",
  access: "admin",
  summary: "Change something to do",
  params: IdParams,
  body: NewLocalEvent,
  response: LocalEvent,
});

export const deleteLocalEvent = endpoint({
  method: "DELETE",
  path: "/api/local-events/:id",
  access: "admin",
  summary: "Delete something to do",
  params: IdParams,
  response: nothing,
});

/** A public calendar whose events are things to do. */
export const LocalEventFeed = z.extend(CalendarFreshness, {
  id: Id,
  name: z.string(),
  url: z.string(),
  /** Null until the calendar is fetched again after an update. */
  events: z.nullable(EventCounts),
});
export type LocalEventFeed = z.output<typeof LocalEventFeed>;

/** If it is left out, the calendar's own name is used. */
export const NewLocalEventFeed = z.strictObject({ url: FeedUrl, name: z.optional(nameLine(60)) });
export type NewLocalEventFeed = z.output<typeof NewLocalEventFeed>;

export const listLocalEventFeeds = endpoint({
  method: "GET",
  path: "/api/local-event-feeds",
  access: "admin",
  summary: "The calendars that the family subscribes to for things to do",
  response: z.array(LocalEventFeed),
});

export const subscribeToLocalEventFeed = endpoint({
  method: "POST",
  path: "/api/local-event-feeds",
  access: "admin",
  summary: "Subscribe to a public calendar; one that cannot be read is refused with the reason",
  body: NewLocalEventFeed,
  response: LocalEventFeed,
  status: 201,
});

export const unsubscribeFromLocalEventFeed = endpoint({
  method: "DELETE",
  path: "/api/local-event-feeds/:id",
  access: "admin",
  summary: "Unsubscribe from a calendar and remove its events",
  params: IdParams,
  response: nothing,
});
