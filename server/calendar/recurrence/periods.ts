// The periods of a rule: its years, months, weeks, days, hours, minutes or seconds, and the times that it takes in each.
// A time is the seconds that a clock on the wall has shown since 1970.
import { type Day, dayAt, dayNumber, firstWeekOf, weekOf, weekYearOf } from "./days.ts";
import type { Rule } from "./rules.ts";

export const secondsOfDay = 86_400;

export interface Period {
  /** Its first moment, and the first after it. */
  readonly from: number;
  readonly past: number;
}

const shortUnits = { HOURLY: 3_600, MINUTELY: 60, SECONDLY: 1 } as const;

/** Days `first` up to `next`. */
const ofDays = (first: number, next: number): Period => ({
  from: first * secondsOfDay,
  past: next * secondsOfDay,
});

const fixed = (anchor: number, length: number, at: number): Period => ({
  from: anchor + at * length,
  past: anchor + (at + 1) * length,
});

const dayOf = (time: number): Day => dayAt(Math.floor(time / secondsOfDay));

/** The period that is `at` periods after the one of the start. */
export function periodAt({ frequency, weekStart, weekNumbers }: Rule, start: number, at: number): Period {
  const day = dayOf(start);
  const { year, month } = day;
  if (frequency === "YEARLY" && weekNumbers.length > 0) {
    const weekYear = weekYearOf(day, weekStart) + at;
    return ofDays(firstWeekOf(weekYear, weekStart), firstWeekOf(weekYear + 1, weekStart));
  }
  if (frequency === "YEARLY") return ofDays(dayNumber(year + at, 1, 1), dayNumber(year + at + 1, 1, 1));
  if (frequency === "MONTHLY")
    return ofDays(dayNumber(year, month + at, 1), dayNumber(year, month + at + 1, 1));
  if (frequency === "WEEKLY") return fixed(weekOf(day, weekStart) * secondsOfDay, 7 * secondsOfDay, at);
  if (frequency === "DAILY") return fixed(day.number * secondsOfDay, secondsOfDay, at);
  const unit = shortUnits[frequency];
  return fixed(Math.floor(start / unit) * unit, unit, at);
}

const maxSecondsOf = {
  YEARLY: 371 * secondsOfDay,
  MONTHLY: 31 * secondsOfDay,
  WEEKLY: 7 * secondsOfDay,
  DAILY: secondsOfDay,
  ...shortUnits,
} as const;

/** How many periods of the rule, each an interval after the other, surely lie between two times. */
export const periodsBetween = ({ frequency, interval }: Rule, from: number, to: number): number =>
  Math.max(0, Math.floor((to - from) / maxSecondsOf[frequency] / interval) - 1);
