// What stands in the form, and the event that it means.
import type { EventCategory, EventPart } from "#contract/calendar.ts";
import type { ManualEvent } from "#contract/manual-events.ts";
import { movedAlong } from "#web/manual-events/event-dates.ts";
import type { EventBody } from "#web/manual-events/queries.ts";
import { countedWeekday, lastWeekday, readRule, weekdayOf } from "#web/manual-events/recurrence-words.ts";

export type Repeats = "" | "day" | "week" | "month" | "counted" | "last" | "year";

export interface TypedEvent {
  title: string;
  /** Without a time where the event is all day. */
  startDate: string;
  endDate: string;
  location: string;
  category: EventCategory;
  isActive: boolean;
  allDay: boolean;
  repeats: Repeats;
  interval: string;
  weekdays: string[];
  /** YYYY-MM-DD */
  until: string;
  /** Ids of people, as inputs hold them. */
  driving: string[];
  coming: string[];
}

const blank: TypedEvent = {
  ...{
    title: "",
    startDate: "",
    endDate: "",
    location: "",
    category: "family",
    isActive: true,
    allDay: false,
  },
  ...{ repeats: "", interval: "1", weekdays: [], until: "", driving: [], coming: [] },
};

export const dayOf = (date: string): string => date.slice(0, 10);

function repeatsBy(recurrence: string): Repeats {
  const { frequency, days } = readRule(recurrence);
  if (frequency !== "MONTHLY")
    return frequency === "DAILY" ? "day" : frequency === "WEEKLY" ? "week" : "year";
  if (!days[0]) return "month";
  return days[0].startsWith("-") ? "last" : "counted";
}

function typedRule({ recurrence, startDate }: ManualEvent): Partial<TypedEvent> {
  if (!recurrence) return {};
  const { interval, days, until } = readRule(recurrence);
  const repeats = repeatsBy(recurrence);
  const weekdays = repeats === "week" && days.length === 0 ? [weekdayOf(dayOf(startDate))] : days;
  return { repeats, interval: String(interval), until, weekdays: repeats === "week" ? weekdays : [] };
}

/** What to begin with: nothing, an event, or one date of it. */
export function typedEventOf(event: ManualEvent | undefined, occurrence: string | undefined): TypedEvent {
  if (!event) return blank;
  const startDate = occurrence ?? event.startDate;
  const dates = { startDate, endDate: movedAlong(event.endDate, event.startDate, startDate) };
  const idsOf = (part: EventPart) =>
    event.people.filter((one) => one.part === part).map(({ personId }) => String(personId));
  return {
    ...{ ...blank, title: event.title, location: event.location, category: event.category },
    ...{ isActive: event.isActive, allDay: event.allDay, driving: idsOf("driving"), coming: idsOf("coming") },
    startDate: event.allDay ? dayOf(dates.startDate) : dates.startDate,
    endDate: event.allDay ? dayOf(dates.endDate) : dates.endDate,
    ...(occurrence === undefined && typedRule(event)),
  };
}

export const frequencies: Record<Repeats, string> = {
  ...{
    "": "",
    day: "DAILY",
    week: "WEEKLY",
    month: "MONTHLY",
    counted: "MONTHLY",
    last: "MONTHLY",
    year: "YEARLY",
  },
};

function daysOf({ repeats, weekdays, startDate }: TypedEvent): string {
  const day = dayOf(startDate);
  if (repeats === "week") return weekdays.join();
  if (repeats === "counted") return countedWeekday(day) ?? "";
  return repeats === "last" ? (lastWeekday(day) ?? "") : "";
}

/** The same way to repeat, for an event that begins on another day: a fifth Tuesday is a last one. */
export function repeatsFrom(day: string, repeats: Repeats): Repeats {
  if (repeats === "counted" && !countedWeekday(day)) return "last";
  return repeats === "last" && !lastWeekday(day) ? "counted" : repeats;
}

/** The rule that has been put together, once it is known when it begins. */
export function typedRecurrence(typed: TypedEvent): string | null {
  const { repeats, interval, until, startDate } = typed;
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

const isTyped = (value: unknown): value is TypedEvent =>
  typeof value === "object" && value !== null && "repeats" in value;

// A form with one checkbox of a name has its value or false, and no list.
const checked = (ids: string[]) => [ids].flat().filter(Boolean);

/** Whoever drives comes too: one part for each person. */
function peopleOf({ driving, coming }: TypedEvent): EventBody["people"] {
  const drivers = checked(driving);
  const others = checked(coming).filter((id) => !drivers.includes(id));
  const withPart = (ids: string[], part: EventPart) => ids.map((id) => ({ personId: Number(id), part }));
  return [...withPart(drivers, "driving"), ...withPart(others, "coming")];
}

const midnight = (date: string) => date && `${dayOf(date)}T00:00`;

/** For the rules of the contract, which know bodies. */
export function bodyOf(typed: unknown): unknown {
  if (!isTyped(typed)) return typed;
  const { title, location, category, isActive, allDay, startDate, endDate } = typed;
  return {
    ...{ title, location, category, isActive, allDay },
    startDate: allDay ? midnight(startDate) : startDate,
    endDate: allDay ? midnight(endDate) : endDate,
    recurrence: typedRecurrence(typed),
    people: peopleOf(typed),
  } satisfies EventBody;
}
