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

/** The sizes are those in week.module.css. */
const sizes = [
  { name: "largest", points: 20 },
  { name: "larger", points: 16 },
  { name: "large", points: 13.5 },
  { name: "middle", points: 11.5 },
  { name: "small", points: 10 },
] as const;

// The space for the days in points, on the smaller of A4 and Letter in each direction.
const height = 640;
const width = 540;

const timesLength = 22;
const lengthOf = ({ title, location, people }: CalendarEvent) =>
  timesLength + title.length + location.length + people.reduce((sum, { name }) => sum + name.length + 12, 0);

/** The approximate height of a day in lines. Its name takes two, beside the events. */
function linesOf({ events }: WeekDay, points: number): number {
  // A character is about half as wide as high, and the day's name takes eight characters' width.
  const charactersInLine = (width / points - 8) * 1.9;
  const lines = events.map((event) => Math.ceil(lengthOf(event) / charactersInLine) + 0.3);
  return (
    0.8 +
    Math.max(
      2,
      lines.reduce((sum, count) => sum + count, 0),
    )
  );
}

/** The largest size at which the week fits one sheet. */
export function printSize(days: readonly WeekDay[]): (typeof sizes)[number]["name"] | "smallest" {
  const fits = ({ points }: { points: number }) =>
    days.reduce((sum, day) => sum + linesOf(day, points), 0) * points * 1.25 <= height;
  return sizes.find(fits)?.name ?? "smallest";
}
