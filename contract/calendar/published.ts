// Where a calendar app finds the family's calendar: each person has an address of their own.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../values.ts";
import { EventCategory, eventCategories } from "./calendar.ts";

export const CalendarAddress = z.object({
  /** Whoever knows it can read the calendar, so it is the person's secret. */
  url: z.string(),
  /** What kinds of events are in it. */
  categories: z.array(EventCategory),
  /** Whether what this person's own Google account brings into the family is in it too; null where it brings nothing. */
  hasOwnEvents: z.nullable(z.boolean()),
});
export type CalendarAddress = z.output<typeof CalendarAddress>;

export const WantedContents = z.strictObject({
  /** Without it, it stays as it is. */
  hasOwnEvents: z.optional(z.boolean()),
  categories: z
    .array(EventCategory)
    .check(
      z.minLength(1, "Please choose at least one"),
      z.maxLength(eventCategories.length, "Please choose each one only once"),
    ),
});

export type WantedContents = z.output<typeof WantedContents>;

export const getCalendarAddress = endpoint({
  method: "GET",
  path: "/api/calendar-address",
  access: "member",
  summary: "Your own address of the family's calendar, for calendar apps; null while there is none",
  response: z.nullable(CalendarAddress),
});

export const makeCalendarAddress = endpoint({
  method: "POST",
  path: "/api/calendar-address",
  access: "member",
  summary: "Make a new address; the old one stops working",
  response: CalendarAddress,
  status: 201,
});

export const chooseCategories = endpoint({
  method: "PUT",
  path: "/api/calendar-address",
  access: "member",
  summary: "Choose which events are in the calendar at your address",
  body: WantedContents,
  response: CalendarAddress,
});

export const endCalendarAddress = endpoint({
  method: "DELETE",
  path: "/api/calendar-address",
  access: "member",
  summary: "Remove your address; it stops working",
  response: nothing,
});
