// Converts between an event and the values of its form.
import type { EventFields, EventPart } from "#contract/calendar/calendar.ts";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import {
  countedWeekday,
  lastWeekday,
  type Rule,
  readRule,
  weekdayOf,
} from "#contract/calendar/recurrence-words.ts";
import { dayMs } from "#contract/durations.ts";
import { movedAlong } from "../../event-words.ts";
import type { EventBody } from "../../queries.ts";

/** "other" is a rule that the form cannot express. It is shown in words and sent back unchanged. */
export type Repeats = "" | "day" | "week" | "month" | "counted" | "last" | "year" | "other";

/** The parts of the form that make the rule. */
interface TypedRule {
  repeats: Repeats;
  interval: string;
  weekdays: string[];
  /** YYYY-MM-DD */
  until: string;
  /** A rule that the form cannot change. */
  rule: string;
}

/** What somebody enters for an event. The dates of an all-day event have no time. */
export interface TypedEvent extends Omit<EventFields, "recurrence" | "people">, TypedRule {
  /** People's ids, as strings for the inputs. */
  driving: string[];
  coming: string[];
}

const once: TypedRule = { repeats: "", interval: "1", weekdays: [], until: "", rule: "" };

const blank: TypedEvent = {
  title: "",
  startDate: "",
  endDate: "",
  location: "",
  category: "family",
  isActive: true,
  allDay: false,
  ...once,
  driving: [],
  coming: [],
};

export const dayOf = (date: string): string => date.slice(0, 10);

/** Whether the form can express the rule, for an event that begins on this day. */
function fitsForm({ frequency, days, more }: Rule, day: string): boolean {
  if (more.size > 0) return false;
  if (frequency === "WEEKLY") return days.length === 0 || days.includes(weekdayOf(day));
  const [first, ...others] = days;
  if (first === undefined) return true;
  const isFromStart = first === countedWeekday(day) || first === lastWeekday(day);
  return frequency === "MONTHLY" && isFromStart && others.length === 0;
}

function repeatsBy({ frequency, days }: Rule): Repeats {
  if (frequency !== "MONTHLY")
    return frequency === "DAILY" ? "day" : frequency === "WEEKLY" ? "week" : "year";
  if (!days[0]) return "month";
  return days[0].startsWith("-") ? "last" : "counted";
}

function typedRule({ recurrence, startDate }: ManualEvent): TypedRule {
  if (!recurrence) return once;
  const rule = readRule(recurrence);
  if (!fitsForm(rule, dayOf(startDate))) return { ...once, repeats: "other", rule: recurrence };
  const { interval, days, until } = rule;
  const repeats = repeatsBy(rule);
  const weekdays = repeats === "week" && days.length === 0 ? [weekdayOf(dayOf(startDate))] : days;
  return {
    ...once,
    repeats,
    interval: String(interval),
    until,
    weekdays: repeats === "week" ? weekdays : [],
  };
}

/** The values the form starts with, for a new event, an event, or one date of it. */
export function typedEventOf(event: ManualEvent | undefined, occurrence: string | undefined): TypedEvent {
  if (!event) return blank;
  const startDate = occurrence ?? event.startDate;
  const dates = { startDate, endDate: movedAlong(event.endDate, event.startDate, startDate) };
  const idsOf = (part: EventPart) =>
    event.people.filter((one) => one.part === part).map(({ personId }) => String(personId));
  return {
    title: event.title,
    location: event.location,
    category: event.category,
    isActive: event.isActive,
    allDay: event.allDay,
    driving: idsOf("driving"),
    coming: idsOf("coming"),
    startDate: event.allDay ? dayOf(dates.startDate) : dates.startDate,
    endDate: event.allDay ? dayOf(dates.endDate) : dates.endDate,
    ...(occurrence === undefined ? typedRule(event) : once),
  };
}

export const frequencies: Record<Repeats, string> = {
  "": "",
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  counted: "MONTHLY",
  last: "MONTHLY",
  year: "YEARLY",
  other: "",
};

function daysOf({ repeats, weekdays, startDate }: TypedEvent): string {
  const day = dayOf(startDate);
  if (repeats === "week") return weekdays.join();
  if (repeats === "counted") return countedWeekday(day) ?? "";
  return repeats === "last" ? (lastWeekday(day) ?? "") : "";
}

/** Adapts the choice to another first day. A fifth Tuesday can only be the last one. */
export function repeatsFrom(day: string, repeats: Repeats): Repeats {
  if (repeats === "counted" && !countedWeekday(day)) return "last";
  return repeats === "last" && !lastWeekday(day) ? "counted" : repeats;
}

/** The RRULE of the chosen values, or null without a start. */
export function typedRecurrence(typed: TypedEvent): string | null {
  const { repeats, interval, until, startDate } = typed;
  if (repeats === "other") return typed.rule;
  if (!repeats || !startDate) return null;
  const days = daysOf(typed);
  const parts = [
    `FREQ=${frequencies[repeats]}`,
    interval !== "1" && `INTERVAL=${interval}`,
    days && `BYDAY=${days}`,
    until && `UNTIL=${until.replaceAll("-", "")}`,
  ];
  return parts.filter(Boolean).join(";");
}

// For a single checkbox, react-hook-form gives its value or false instead of a list.
const checked = (ids: string[]) => [ids].flat().filter(Boolean);

/** Drivers are coming as well, so each person is listed once. */
function peopleOf({ driving, coming }: TypedEvent): EventFields["people"] {
  const drivers = checked(driving);
  const others = checked(coming).filter((id) => !drivers.includes(id));
  const withPart = (ids: string[], part: EventPart) => ids.map((id) => ({ personId: Number(id), part }));
  return [...withPart(drivers, "driving"), ...withPart(others, "coming")];
}

const midnight = (date: string) => date && `${dayOf(date)}T00:00`;

/** If Thursdays are chosen for an event that starts on a Tuesday, it starts on the next Thursday. */
function onFirstWeekday({ repeats, weekdays, startDate, endDate }: TypedEvent) {
  const days = checked(weekdays);
  if (repeats !== "week" || days.length === 0 || !startDate || !endDate) return { startDate, endDate };
  const week = Array.from({ length: 7 }, (_, at) =>
    new Date(Date.parse(dayOf(startDate)) + at * dayMs).toISOString(),
  );
  const first = week.map(dayOf).find((day) => days.includes(weekdayOf(day))) ?? dayOf(startDate);
  const start = first + startDate.slice(10);
  return { startDate: start, endDate: movedAlong(endDate, startDate, start) };
}

/** The request body, which the contract's schema checks. It leaves nothing out, because that would keep its old value. */
export function bodyOf(typed: TypedEvent): Required<EventBody> {
  const { title, location, category, isActive, allDay } = typed;
  const { startDate, endDate } = onFirstWeekday(typed);
  return {
    title,
    location,
    category,
    isActive,
    allDay,
    startDate: allDay ? midnight(startDate) : startDate,
    endDate: allDay ? midnight(endDate) : endDate,
    recurrence: typedRecurrence(typed),
    people: peopleOf(typed),
  };
}
