// The texts in the form of an event, and the place that it proposes.

import { titleOn } from "#contract/calendar/day-words.ts";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { clockTime, monthAndDay, weekday } from "#contract/time-words.ts";
import { dayOf, type TypedEvent } from "./typed-event.ts";

/** "Tuesday, November 24", with the year where it is not this one. */
function dayWords(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? "" : `, ${day.slice(0, 4)}`;
  return `${weekday(day)}, ${monthAndDay(day)}${year}`;
}

function spanWords({ startDate, endDate, allDay }: TypedEvent, today: string): string {
  const [first, last] = [dayOf(startDate), dayOf(endDate)];
  const lastDay = last === first ? "" : dayWords(last, today);
  if (allDay) return `${dayWords(first, today)}${lastDay && ` to ${lastDay}`}, all day`;
  const end = [lastDay, clockTime(endDate.slice(11))].filter(Boolean).join(", ");
  return `${dayWords(first, today)}, ${clockTime(startDate.slice(11))} to ${end}`;
}

const repeatWords: Partial<Record<TypedEvent["repeats"], string>> = {
  day: "Every day.",
  week: "Every week.",
  year: "Every year.",
};

/** "Tuesday, November 24, 3:00 PM to 4:00 PM. Every week." */
export const whenWords = (typed: TypedEvent, today: string): string =>
  [`${spanWords(typed, today)}.`, repeatWords[typed.repeats]].filter(Boolean).join(" ");

/** "Dentist: Tuesday, November 24, 3:00 PM to 4:00 PM. Place: Mill Street." Empty until there are dates. */
export function eventWords(typed: TypedEvent, today: string): string {
  const { title, startDate, endDate, location } = typed;
  if (!startDate || !endDate) return "";
  const name = titleOn({ title, date: dayOf(startDate) });
  const place = location && `Place: ${location}.`;
  return [`${name}: ${whenWords(typed, today)}`, place].filter(Boolean).join(" ");
}

/** The last place of an event with this title. */
function lastPlace(title: string, events: readonly ManualEvent[]): string | undefined {
  const same = events.filter((event) => event.title.toLowerCase() === title.trim().toLowerCase());
  const [last] = same.sort((one, other) => other.id - one.id);
  return last?.location;
}

/** Most events with a new title are at home. */
export const proposedPlace = (title: string, events: readonly ManualEvent[]): string =>
  lastPlace(title, events) ?? "At home";
