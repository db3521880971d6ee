import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Day } from "./values.ts";

export const CalendarEvent = z.object({
  id: z.string(),
  title: z.string(),
  location: z.string(),
  /** HH:MM, 24 hours, in the family's zone. */
  startTime: z.string(),
  endTime: z.optional(z.string()),
  isManualEvent: z.boolean(),
  date: Day,
  allDay: z.boolean(),
  category: z.enum(["kids", "family", "appointment"]),
  source: z.string(),
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
