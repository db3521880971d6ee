// A rule has periods: years, months, weeks, days, hours, minutes or seconds. Its days and times in each are candidates.
// Days are numbers, counted from 1970-01-01 in the Gregorian calendar, and times are the seconds that a wall clock has
// shown since then.
import { dayMs } from "#contract/durations.ts";
import type { Rule } from "./rules.ts";

const dayNumber = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / dayMs;

export interface Day {
  readonly number: number;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export function dayAt(number: number): Day {
  const time = new Date(number * dayMs);
  return {
    number,
    year: time.getUTCFullYear(),
    month: time.getUTCMonth() + 1,
    date: time.getUTCDate(),
    weekday: time.getUTCDay(),
  };
}

/** The first day of the week that contains a day. */
const weekOf = ({ number, weekday }: Day, weekStart: number): number =>
  number - ((weekday - weekStart + 7) % 7);

/** The first day of a year's first week, which has at least four days in the year. */
const firstWeekOf = (year: number, weekStart: number): number =>
  weekOf(dayAt(dayNumber(year, 1, 4)), weekStart);

/** The year that a day's week belongs to. */
export function weekYearOf(day: Day, weekStart: number): number {
  if (day.number < firstWeekOf(day.year, weekStart)) return day.year - 1;
  return day.number < firstWeekOf(day.year + 1, weekStart) ? day.year : day.year + 1;
}

export const secondsOfDay = 86_400;

export interface Period {
  /** The first moment of the period, and the first one after it. */
  readonly from: number;
  readonly past: number;
}

const shortUnits = { HOURLY: 3_600, MINUTELY: 60, SECONDLY: 1 } as const;

/** The days from `first` up to `next`. */
const ofDays = (first: number, next: number): Period => ({
  from: first * secondsOfDay,
  past: next * secondsOfDay,
});

const fixed = (anchor: number, length: number, at: number): Period => ({
  from: anchor + at * length,
  past: anchor + (at + 1) * length,
});

const dayOf = (time: number): Day => dayAt(Math.floor(time / secondsOfDay));

/** The period that is `at` periods after that of the start. */
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

/** A number of intervals that certainly lie between two times. */
export const periodsBetween = ({ frequency, interval }: Rule, from: number, to: number): number =>
  Math.max(0, Math.floor((to - from) / maxSecondsOf[frequency] / interval) - 1);

/** Completes a rule with parts of its start. */
export function completed(rule: Rule, { weekday, month, date }: Day): Rule {
  const { frequency, months, weekNumbers, yearDays, monthDays, days } = rule;
  const onWeekday = { ...rule, days: [{ weekday, ordinal: 0 }] };
  if (days.length > 0) return rule;
  if (frequency === "WEEKLY") return onWeekday;
  if (monthDays.length > 0 || yearDays.length > 0) return rule;
  if (frequency === "MONTHLY") return { ...rule, monthDays: [date] };
  if (frequency !== "YEARLY") return rule;
  if (weekNumbers.length > 0) return onWeekday;
  return { ...rule, monthDays: [date], months: months.length > 0 ? months : [month] };
}

/** Whether the `place`th of `count` is wanted, counted from either end. */
const isAmong = (wanted: readonly number[], place: number, count: number): boolean =>
  wanted.length === 0 || wanted.includes(place) || wanted.includes(place - count - 1);

const monthLength = ({ year, month }: Day) => dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
const yearLength = ({ year }: Day) => dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1);
const yearDay = ({ number, year }: Day) => number - dayNumber(year, 1, 1) + 1;

function isInWeek({ weekNumbers, weekStart }: Rule, day: Day): boolean {
  if (weekNumbers.length === 0) return true;
  const year = weekYearOf(day, weekStart);
  const [first, next] = [firstWeekOf(year, weekStart), firstWeekOf(year + 1, weekStart)];
  return isAmong(weekNumbers, Math.floor((day.number - first) / 7) + 1, (next - first) / 7);
}

/** "The second Tuesday" is counted in the month, or in the year if a yearly rule names no month. */
function isOrdinal({ frequency, months }: Rule, day: Day, ordinal: number): boolean {
  if (ordinal === 0 || (frequency !== "MONTHLY" && frequency !== "YEARLY")) return true;
  const isOfYear = frequency === "YEARLY" && months.length === 0;
  const [place, length] = isOfYear ? [yearDay(day), yearLength(day)] : [day.date, monthLength(day)];
  return ordinal > 0 ? Math.ceil(place / 7) === ordinal : Math.ceil((length - place + 1) / 7) === -ordinal;
}

const isOnDay = (rule: Rule, day: Day): boolean =>
  rule.days.length === 0 ||
  rule.days.some(({ weekday, ordinal }) => weekday === day.weekday && isOrdinal(rule, day, ordinal));

const takesDay = (rule: Rule, day: Day): boolean =>
  isAmong(rule.months, day.month, 12) &&
  isOnDay(rule, day) &&
  (rule.monthDays.length === 0 || isAmong(rule.monthDays, day.date, monthLength(day))) &&
  (rule.yearDays.length === 0 || isAmong(rule.yearDays, yearDay(day), yearLength(day))) &&
  isInWeek(rule, day);

interface Unit {
  readonly seconds: number;
  /** The number of each unit in the next larger one. */
  readonly count: number;
}

const hour: Unit = { seconds: 3_600, count: 24 };
const minute: Unit = { seconds: 60, count: 60 };
const second: Unit = { seconds: 1, count: 60 };

function shownOf({ seconds, count }: Unit, time: number): number {
  const all = Math.floor(time / seconds);
  return all - Math.floor(all / count) * count;
}

/** The values that the rule names, or else that of the start. A period as short as the unit has only its own. */
function shownIn(
  { from, past }: Period,
  unit: Unit,
  named: readonly number[],
  start: number,
): readonly number[] {
  if (past - from > unit.seconds) return named.length > 0 ? named : [shownOf(unit, start)];
  const own = shownOf(unit, from);
  return named.length === 0 || named.includes(own) ? [own] : [];
}

/** Seconds after midnight, in ascending order. */
function timesOfDay(rule: Rule, period: Period, start: number): number[] {
  const minutes = shownIn(period, minute, rule.minutes, start);
  const seconds = shownIn(period, second, rule.seconds, start);
  return shownIn(period, hour, rule.hours, start).flatMap((h) =>
    minutes.flatMap((m) => seconds.map((s) => h * hour.seconds + m * minute.seconds + s)),
  );
}

/** Midnights, in ascending order. */
function daysIn(rule: Rule, { from, past }: Period): number[] {
  const days: number[] = [];
  for (let day = Math.floor(from / secondsOfDay); day * secondsOfDay < past; day++)
    if (takesDay(rule, dayAt(day))) days.push(day * secondsOfDay);
  return days;
}

function atPositions(times: readonly number[], positions: readonly number[]): number[] {
  const found = positions.map((place) => times.at(place > 0 ? place - 1 : place));
  return [...new Set(found.filter((time) => time !== undefined))].toSorted((one, other) => one - other);
}

export function candidatesIn(rule: Rule, period: Period, start: number): readonly number[] {
  const days = daysIn(rule, period);
  if (days.length === 0) return days;
  const clockTimes = timesOfDay(rule, period, start);
  const times = days.flatMap((day) => clockTimes.map((time) => day + time));
  return rule.positions.length > 0 ? atPositions(times, rule.positions) : times;
}
