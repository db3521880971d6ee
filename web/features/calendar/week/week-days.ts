import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { dayMs } from "#contract/durations.ts";

export const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysFrom(text, 0) === text;

export interface WeekDay {
  day: string;
  events: CalendarEvent[];
}

/** Seven days, each with its events. */
export const weekOf = (from: string, events: readonly CalendarEvent[]): WeekDay[] =>
  [0, 1, 2, 3, 4, 5, 6]
    .map((count) => daysFrom(from, count))
    .map((day) => ({ day, events: events.filter(({ date }) => date === day) }));
