import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { WeekDay } from "./week-days.ts";

/** Their points are those of week.module.css. */
const sizes = [
  { name: "largest", points: 20 },
  { name: "larger", points: 16 },
  { name: "large", points: 13.5 },
  { name: "middle", points: 11.5 },
  { name: "small", points: 10 },
] as const;

// Of the smaller of A4 and Letter, both ways: what the days have to themselves, in points.
const height = 640;
const width = 540;

const timesLength = 22;
const lengthOf = ({ title, location, people }: CalendarEvent) =>
  timesLength + title.length + location.length + people.reduce((sum, { name }) => sum + name.length + 12, 0);

/** About how high a day is, in lines of this size: its name takes two of them, beside its events. */
function linesOf({ events }: WeekDay, points: number): number {
  // Half as wide as high, and the names of the days stand before them.
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

/** The largest size in which the week stays on one sheet. */
export function printSize(days: readonly WeekDay[]): (typeof sizes)[number]["name"] | "smallest" {
  const fits = ({ points }: { points: number }) =>
    days.reduce((sum, day) => sum + linesOf(day, points), 0) * points * 1.25 <= height;
  return sizes.find(fits)?.name ?? "smallest";
}
