import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Day, Id } from "../values.ts";

export const eventCategories = ["kids", "family", "appointment"] as const;
export const EventCategory = z.enum(eventCategories, "Please choose one of the three");
export type EventCategory = z.output<typeof EventCategory>;

const eventParts = ["driving", "coming"] as const;
/** What somebody of the family does about an event. */
export const EventPart = z.enum(eventParts);
export type EventPart = z.output<typeof EventPart>;

/** What of an event falls on one day. */
export const CalendarEvent = z.object({
  /** Of one occurrence. */
  id: z.string(),
  title: z.string(),
  location: z.string(),
  /** HH:MM, 24 hours, in the family's zone; 00:00 on a day that the event has reached from the one before. */
  startTime: z.string(),
  /** Absent where it goes on the next day, unless it is over within 24 hours: from 22:00 to 01:00. */
  endTime: z.optional(z.string()),
  isManualEvent: z.boolean(),
  date: Day,
  /** The whole of this day, whatever the other days are like. */
  allDay: z.boolean(),
  category: EventCategory,
  source: z.string(),
  /** Of the whole event, YYYY-MM-DDTHH:MM; where it has no times, midnight of its first and last day. */
  startDate: z.string(),
  endDate: z.string(),
  people: z.array(z.object({ name: z.string(), part: EventPart })),
  /** For whoever wants to change it: which manual event, and which of its dates where it repeats. */
  manualEventId: z.nullable(Id),
  occurrence: z.nullable(z.string()),
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

export const listCalendarEvents = endpoint({
  method: "GET",
  path: "/api/calendar-events",
  access: "member",
  summary: "The family's events of today, of another day, or of a range of at most 42 days",
  query: z.object({ date: z.optional(Day), from: z.optional(Day), to: z.optional(Day) }),
  response: z.array(CalendarEvent),
});
