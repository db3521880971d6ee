// Each person has an address of their own at which a calendar app finds the family's calendar.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../values.ts";
import { EventCategory } from "./calendar.ts";
import { eventCategories } from "./event-categories.ts";

export const CalendarAddress = z.object({
  /** Anyone who knows the address can read the calendar, so it is the person's secret. */
  url: z.string(),
  /** The kinds of events in the calendar. */
  categories: z.array(EventCategory),
  /** Whether the events of this person's own Google account are included. Null if the person has connected none. */
  hasOwnEvents: z.nullable(z.boolean()),
});
export type CalendarAddress = z.output<typeof CalendarAddress>;

export const WantedContents = z.strictObject({
  /** If it is left out, the choice stays as it is. */
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
