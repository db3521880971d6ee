// Where a calendar app finds the family's calendar: each person has an address of their own.
import * as z from "zod/mini";
import { EventCategory, eventCategories } from "./calendar.ts";
import { endpoint } from "./endpoint.ts";
import { nothing } from "./values.ts";

export const CalendarAddress = z.object({
  /** Whoever knows it can read the calendar, so it is the person's secret. */
  url: z.string(),
  /** What kinds of events are in it. */
  categories: z.array(EventCategory),
});
export type CalendarAddress = z.output<typeof CalendarAddress>;

export const WantedCategories = z.strictObject({
  categories: z
    .array(EventCategory)
    .check(
      z.minLength(1, "Please choose at least one"),
      z.maxLength(eventCategories.length, "Please choose each of them once"),
    ),
});

export const getCalendarAddress = endpoint({
  method: "GET",
  path: "/api/calendar-address",
  access: "member",
  summary: "One's own address of the family's calendar, for calendar apps; null while there is none",
  response: z.nullable(CalendarAddress),
});

export const makeCalendarAddress = endpoint({
  method: "POST",
  path: "/api/calendar-address",
  access: "member",
  summary: "Make a new address; one that was there before stops working",
  response: CalendarAddress,
  status: 201,
});

export const chooseCategories = endpoint({
  method: "PUT",
  path: "/api/calendar-address",
  access: "member",
  summary: "Choose what kinds of events are in the calendar at one's address",
  body: WantedCategories,
  response: CalendarAddress,
});

export const endCalendarAddress = endpoint({
  method: "DELETE",
  path: "/api/calendar-address",
  access: "member",
  summary: "Take one's address back: it stops working, and there is none",
  response: nothing,
});
