import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Day, Id } from "../values.ts";
import { eventCategories } from "./event-categories.ts";

export const EventCategory = z.enum(eventCategories, "Please choose one of the three");
export type EventCategory = z.output<typeof EventCategory>;

const eventParts = ["driving", "coming"] as const;
/** The part that a member takes in an event. */
export const EventPart = z.enum(eventParts);
export type EventPart = z.output<typeof EventPart>;

/**
 * What somebody enters for an event: the one definition. The types of the answers, the request, the stored row, the form,
 * the export and the tests' sample events follow from it, so a new field is missed wherever it is left out.
 */
export const EventFields = z.object({
  title: z.string(),
  /** YYYY-MM-DDTHH:MM on the family's clock. For a repeating event, the first occurrence. */
  startDate: z.string(),
  /** The end. For an event that takes all day, it is midnight of its last day. */
  endDate: z.string(),
  location: z.string(),
  isActive: z.boolean(),
  category: EventCategory,
  /** If true, only the days of the two dates count, and the last one is included. */
  allDay: z.boolean(),
  /** An RFC 5545 rule, or null for a single event. */
  recurrence: z.nullable(z.string()),
  people: z.array(z.object({ personId: Id, part: EventPart })),
});
export type EventFields = z.output<typeof EventFields>;
export type EventField = keyof EventFields;

/** One event as it shows on one day. A day has only active events, and says nothing about an event's other days. */
export const CalendarEvent = z.object({
  ...z.omit(EventFields, { isActive: true, recurrence: true }).shape,
  /** Identifies one occurrence. */
  id: z.string(),
  /** HH:MM, 24 hours, in the family's zone. It is 00:00 on a day that the event continues into. */
  startTime: z.string(),
  /** Absent if the event continues on the next day, unless it ends within 24 hours, such as from 22:00 to 01:00. */
  endTime: z.optional(z.string()),
  isManualEvent: z.boolean(),
  date: Day,
  /** Whether the event takes all of this day, whatever its other days are like. */
  allDay: z.boolean(),
  source: z.string(),
  /**
   * The start and end of the whole event, YYYY-MM-DDTHH:MM. An event of whole days, also one from midnight to midnight,
   * has midnight of its first and last day.
   */
  startDate: z.string(),
  endDate: z.string(),
  people: z.array(z.object({ name: z.string(), part: EventPart })),
  /** Says which manual event to change, and which of its dates if it repeats. */
  manualEventId: z.nullable(Id),
  occurrence: z.nullable(z.string()),
  /** How many more events the day has. Only the last one that is listed of a very full day says so. */
  more: z.optional(z.number()),
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

export const listCalendarEvents = endpoint({
  method: "GET",
  path: "/api/calendar-events",
  access: "member",
  summary:
    "The family's events of today, of another day, or of a range of at most 42 days; at most 100 a day",
  query: z.object({ date: z.optional(Day), from: z.optional(Day), to: z.optional(Day) }),
  response: z.array(CalendarEvent),
});

export const listTomorrowsEvents = endpoint({
  method: "GET",
  path: "/api/calendar-events/tomorrow",
  access: "member",
  summary: "The family's events of tomorrow; at most 100",
  response: z.array(CalendarEvent),
});
