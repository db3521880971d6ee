import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../values.ts";
import { EventCategory } from "./calendar.ts";
import { CalendarFreshness, EventCounts } from "./subscriptions.ts";

/** A calendar of the connected account. */
export const ConnectedCalendar = z.object({
  /** Its name at Google. */
  id: z.string(),
  name: z.string(),
  /** Whether the family sees its events. */
  isShared: z.boolean(),
  category: EventCategory,
  /** Null unless the calendar is shared. */
  freshness: z.nullable(CalendarFreshness),
  events: z.nullable(EventCounts),
});
export type ConnectedCalendar = z.output<typeof ConnectedCalendar>;

export const ConnectedCalendars = z.object({
  /** The account's own calendar comes first. While Google does not answer, only the shared ones are listed. */
  calendars: z.array(ConnectedCalendar),
  /** Google says that we no longer have permission, so somebody has to connect the account again. */
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
  summary: "The calendars of the connected account, and how the family sees each one",
  response: ConnectedCalendars,
});

export const shareCalendars = endpoint({
  method: "PUT",
  path: "/api/calendar/calendars",
  access: "admin",
  summary: "Choose which calendars the family sees; any not named stay as they are",
  body: SharedCalendars,
  response: ConnectedCalendars,
});

export const getCalendarAuthUrl = endpoint({
  method: "GET",
  path: "/api/calendar/auth-url",
  access: "admin",
  summary: "The address for connecting a Google calendar, valid for this session and ten minutes",
  response: z.object({ authUrl: z.string() }),
});

export const disconnectCalendar = endpoint({
  method: "POST",
  path: "/api/calendar/disconnect",
  access: "admin",
  summary: "Disconnect the Google calendar and revoke the permission to read it",
  response: nothing,
});
