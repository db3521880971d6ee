// The family's clock around its changes: what it really shows, and how long something really takes.
import type { ClockChange } from "../clock-changes.ts";

export interface FamilyClock {
  readonly timeZone: string;
  /** A time that the clocks skip is what they show instead. */
  shown(time: string): string;
  /** Whether the clocks change between both. */
  isChangedBetween(starts: string, ends: string): boolean;
}

const plain = (time: string) => Temporal.PlainDateTime.from(time.replace(" ", "T"));
const text = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: "second" }).replace("T", " ");

/** As a duration of iCalendar: days of the clock, then hours that pass. */
export const lengthOf = (starts: string, ends: string): string =>
  plain(starts).until(plain(ends), { largestUnit: "day" }).toString();

export function familyClock(timeZone: string, changes: readonly ClockChange[]): FamilyClock {
  const changing = new Set(changes.map(({ at }) => at.toPlainDate().toString()));
  const zoned = (time: string) => plain(time).toZonedDateTime(timeZone);
  return {
    timeZone,
    // Only the days of a change are worth a look.
    shown: (time) => (changing.has(time.slice(0, 10)) ? text(zoned(time).toPlainDateTime()) : time),
    isChangedBetween: (starts, ends) => zoned(starts).offsetNanoseconds !== zoned(ends).offsetNanoseconds,
  };
}
