import * as z from "zod/mini";
import { EventCategory } from "./calendar.ts";
import { endpoint } from "./endpoint.ts";
import { EventCounts, FeedFreshness } from "./feeds.ts";
import { nothing } from "./values.ts";

/** A calendar of the account that is connected. */
export const ConnectedCalendar = z.object({
  /** As Google calls it. */
  id: z.string(),
  name: z.string(),
  /** Whether the family sees what is in it. */
  isShared: z.boolean(),
  category: EventCategory,
  /** Of one that is shared. */
  freshness: z.nullable(FeedFreshness),
  events: z.nullable(EventCounts),
});
export type ConnectedCalendar = z.output<typeof ConnectedCalendar>;

export const ConnectedCalendars = z.object({
  /** The account's own first. While Google does not answer, those that are shared. */
  calendars: z.array(ConnectedCalendar),
  /** Google says that it does not let us read any more: somebody has to connect again. */
  isRevoked: z.boolean(),
});
export type ConnectedCalendars = z.output<typeof ConnectedCalendars>;

const maxCalendars = 250;

export const SharedCalendars = z.strictObject({
  calendars: z
    .array(
      z.strictObject({
        id: z.string().check(z.minLength(1), z.maxLength(1_000)),
        isShared: z.boolean(),
        category: EventCategory,
      }),
    )
    .check(z.maxLength(maxCalendars)),
});
export type SharedCalendars = z.output<typeof SharedCalendars>;

export const listConnectedCalendars = endpoint({
  method: "GET",
  path: "/api/calendar/calendars",
  access: "admin",
  summary: "The calendars of the connected account, and which of them the family sees as what",
  response: ConnectedCalendars,
});

export const shareCalendars = endpoint({
  method: "PUT",
  path: "/api/calendar/calendars",
  access: "admin",
  summary: "Choose which of them the family sees; one that is not named stays as it is",
  body: SharedCalendars,
  response: ConnectedCalendars,
});

export const getCalendarAuthUrl = endpoint({
  method: "GET",
  path: "/api/calendar/auth-url",
  access: "admin",
  summary: "Where a Google calendar is connected, for this session and ten minutes",
  response: z.object({ authUrl: z.string() }),
});

export const disconnectCalendar = endpoint({
  method: "POST",
  path: "/api/calendar/disconnect",
  access: "admin",
  summary: "Give the permission to read the Google calendar back",
  response: nothing,
});
