import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { EventCategory } from "./calendar.ts";
import { CalendarFreshness, EventCounts, OptionalFeedUrl } from "./subscriptions.ts";

export const CalendarSettings = z.object({
  /**
   * The address as it was entered, or `""` for none. Only admins get it, because anyone who knows it can read that
   * calendar.
   */
  calendarUrl: z.string(),
  showKidsEvents: z.boolean(),
  showFamilyEvents: z.boolean(),
  showAppointments: z.boolean(),
  /** Whether somebody has connected a Google calendar. */
  isConnected: z.boolean(),
  /** The category of the events at `calendarUrl`. */
  feedCategory: EventCategory,
  /** The freshness of the calendar at `calendarUrl`. */
  feed: z.nullable(CalendarFreshness),
  /** The events that were found there. Null without a calendar, and until it is fetched again after an update. */
  feedEvents: z.nullable(EventCounts),
});
export type CalendarSettings = z.output<typeof CalendarSettings>;

export const NewCalendarSettings = z.strictObject({
  calendarUrl: OptionalFeedUrl,
  showKidsEvents: z.boolean(),
  showFamilyEvents: z.boolean(),
  showAppointments: z.boolean(),
  /** If it is left out, the choice stays as it is. */
  feedCategory: z.optional(EventCategory),
});
export type NewCalendarSettings = z.output<typeof NewCalendarSettings>;

export const getCalendarSettings = endpoint({
  method: "GET",
  path: "/api/calendar-settings",
  access: "member",
  summary: "What the family's day shows, and how fresh the calendar at its address is",
  response: CalendarSettings,
});

export const changeCalendarSettings = endpoint({
  method: "PUT",
  path: "/api/calendar-settings",
  access: "admin",
  summary:
    "Change the calendar settings; a new calendarUrl is read right away, and refused with the reason if that fails",
  body: NewCalendarSettings,
  response: CalendarSettings,
});

export const readCalendarAgain = endpoint({
  method: "POST",
  path: "/api/calendar-settings/reading",
  access: "admin",
  summary: "Read the calendar at calendarUrl again now",
  response: CalendarSettings,
});

/** A subscribed or connected calendar whose last fetch was long ago. */
export const StaleCalendar = z.extend(CalendarFreshness, { name: z.string() });
export type StaleCalendar = z.output<typeof StaleCalendar>;

export const listStaleCalendars = endpoint({
  method: "GET",
  path: "/api/stale-calendars",
  access: "member",
  summary: "Subscribed calendars that could not be read for a day; the day shows the last good copy",
  response: z.array(StaleCalendar),
});
