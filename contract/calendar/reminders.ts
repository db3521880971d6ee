import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Channel } from "../messages.ts";
import { nothing } from "../values.ts";
import { EventCategory } from "./calendar.ts";
import { eventCategories } from "./event-categories.ts";

/**
 * The time before the event. An event that takes all day has its reminder at 8 in the morning, or on the evening
 * before.
 */
export const leadTimes = ["10-minutes", "1-hour", "evening-before"] as const;
export const LeadTime = z.enum(leadTimes, "Please choose when");
export type LeadTime = z.output<typeof LeadTime>;

const choices = {
  isOn: z.boolean(),
  leadTime: LeadTime,
  channel: Channel,
  /** The categories of events that have reminders. */
  categories: z.array(EventCategory).check(z.maxLength(eventCategories.length)),
};

export const Reminders = z.object({
  ...choices,
  /** The channels on which this person can be reached now. */
  channels: z.array(Channel),
});
export type Reminders = z.output<typeof Reminders>;

export const ChosenReminders = z
  .strictObject(choices)
  .check(
    z.refine<{ isOn: boolean; categories: unknown[] }>(
      ({ isOn, categories }) => !isOn || categories.length > 0,
      { error: "Please choose at least one kind of event", path: ["categories"] },
    ),
  );
export type ChosenReminders = z.output<typeof ChosenReminders>;

export const getReminders = endpoint({
  method: "GET",
  path: "/api/reminders",
  access: "member",
  summary: "Whether you are reminded of the family's events, when and by which channel",
  response: Reminders,
});

export const changeReminders = endpoint({
  method: "PUT",
  path: "/api/reminders",
  access: "member",
  summary: "Choose whether you are reminded of the family's events, when and by which channel",
  body: ChosenReminders,
  response: nothing,
});
