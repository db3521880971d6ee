import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { dayMs } from "#contract/durations.ts";
import type { Family } from "#contract/families.ts";
import { birthdaysOn, birthdayTitle } from "#web/features/birthdays/upcoming.ts";

export const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysFrom(text, 0) === text;

export interface WeekDay {
  day: string;
  /** The titles of the birthdays that are kept on this day. */
  birthdays: string[];
  events: CalendarEvent[];
}

type Birthdays = Pick<Family, "name" | "members">;

/** Seven days, each with its birthdays and events. */
export const weekOf = (
  from: string,
  events: readonly CalendarEvent[],
  family: Birthdays | undefined,
): WeekDay[] =>
  [0, 1, 2, 3, 4, 5, 6]
    .map((count) => daysFrom(from, count))
    .map((day) => ({
      day,
      birthdays: family ? birthdaysOn(day, family).map(birthdayTitle) : [],
      events: events.filter(({ date }) => date === day),
    }));

/** The sizes are those in week.module.css. */
const sizes = [
  { name: "largest", points: 20 },
  { name: "larger", points: 16 },
  { name: "large", points: 13.5 },
  { name: "middle", points: 11.5 },
  { name: "small", points: 10 },
] as const;
const smallest = 8.5;

// The space for each of the two columns in points, on the smaller of A4 and Letter in each direction.
const height = 640;
const width = 255;

/** The approximate height of a day in lines. Each part of an event begins a line of its own. */
function linesOf({ birthdays, events }: WeekDay, points: number): number {
  // A character is about half as wide as high.
  const charactersInLine = (width / points) * 1.9;
  const linesFor = (length: number) => Math.ceil(length / charactersInLine);
  const heights = events.map(
    ({ title, location, people }) =>
      1.4 +
      linesFor(title.length) +
      linesFor(location.length) +
      linesFor(people.reduce((sum, { name }) => sum + name.length + 12, 0)),
  );
  heights.push(...birthdays.map((title) => 0.4 + linesFor(title.length)));
  return 2.8 + (heights.length ? heights.reduce((sum, lines) => sum + lines) : 1);
}

interface Column {
  side: "left" | "right";
  days: readonly WeekDay[];
}

interface Sheet {
  size: (typeof sizes)[number]["name"] | "smallest";
  columns: readonly Column[];
}

const total = (heights: readonly number[]) => heights.reduce((sum, lines) => sum + lines, 0);

/** The days in order, divided so that the higher column is as low as possible, and its height in points. */
function inColumns(days: readonly WeekDay[], points: number): { columns: Sheet["columns"]; height: number } {
  const heights = days.map((day) => linesOf(day, points) * points * 1.25);
  const higherAt = (cut: number) => Math.max(total(heights.slice(0, cut)), total(heights.slice(cut)));
  const cuts = days.map((_, cut) => cut);
  const cut = cuts.reduce((best, next) => (higherAt(next) <= higherAt(best) ? next : best));
  const columns = [
    { side: "left", days: days.slice(0, cut) },
    { side: "right", days: days.slice(cut) },
  ] as const;
  return { columns, height: higherAt(cut) };
}

/** The week on one sheet of paper, in the largest size at which it fits. */
export function printedWeek(days: readonly WeekDay[]): Sheet {
  const fitting = sizes.find(({ points }) => inColumns(days, points).height <= height);
  const { columns } = inColumns(days, fitting?.points ?? smallest);
  return { size: fitting?.name ?? "smallest", columns };
}
