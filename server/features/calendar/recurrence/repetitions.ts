// Expands a recurrence rule into its times (RFC 5545, section 3.3.10). All kinds of calendars share this: manual events,
// subscribed calendars and Google's.
import { daySeconds } from "#contract/durations.ts";
import { candidatesIn, completed, dayAt, periodAt, periodsBetween, secondsOfDay } from "./candidates.ts";
import type { Rule } from "./rules.ts";

/** The instant, in milliseconds, at which a clock shows a time or a day begins. */
export type Clock = (time: string) => number;

/** The clock of times without a zone, which are the same everywhere. */
export const anyClock: Clock = (time) => Date.parse(time.length > 10 ? `${time}Z` : time);

/** A time that occurs twice is the first of the two. A skipped time is as much later as the clocks skip. */
export const clockOf =
  (timeZone: string): Clock =>
  (time) =>
    Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds;

/** Converts "20261231T235959Z" to 2026-12-31T23:59:59, and a day to its last second. */
function timeIn(until: string): string {
  const [, year, month, day, hour = "23", minute = "59", second = "59"] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(until) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** If occurrences are whole days, only the day counts, whatever else is written. */
export function isUntil(until: string, clock: Clock, time: string): boolean {
  if (!until) return true;
  const last = timeIn(until);
  if (time.length === 10) return time <= last.slice(0, 10);
  return until.endsWith("Z") ? clock(time) <= Date.parse(`${last}Z`) : time <= last;
}

/** No time zone is further from UTC than this many seconds. */
const furthest = 2 * daySeconds;

/** The time, in seconds, at which the rule is over on every clock. */
const pastAll = (until: string): number =>
  until ? Date.parse(`${timeIn(until)}Z`) / 1000 + furthest : Number.POSITIVE_INFINITY;

/** Times are on the clock of the series, YYYY-MM-DDTHH:MM:SS, or YYYY-MM-DD for whole days. */
export interface Series {
  readonly rule: Rule;
  readonly start: string;
  readonly clock: Clock;
}

export interface Window {
  readonly from: string;
  /** The window ends before this time. */
  readonly before: string;
}

// A rule that has not reached its window after so many periods is given up.
const maxPeriods = 50_000;

const secondsAt = (time: string): number => Date.parse(time.length > 10 ? `${time}Z` : time) / 1000;
const timeAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Starts near `from`, unless the rule has a count, which has to be counted from its start. */
function* repeated(given: Rule, start: number, from: number, before: number): Generator<number> {
  const rule = completed(given, dayAt(Math.floor(start / secondsOfDay)));
  let left = rule.count;
  const first = Number.isFinite(left) ? 0 : periodsBetween(rule, start, from);
  for (let at = first; at < first + maxPeriods; at++) {
    const period = periodAt(rule, start, at * rule.interval);
    if (period.from >= before) return;
    for (const time of candidatesIn(rule, period, start).filter((time) => time >= start)) {
      yield time;
      left -= 1;
      if (left === 0) return;
    }
  }
}

/**
 * Yields the times of a rule one after the other, so that even an endless rule costs only as much as is taken from it.
 */
export function* repetitionsOf({ rule, start, clock }: Series, window: Window): Generator<string> {
  const from = secondsAt(window.from);
  const before = Math.min(secondsAt(window.before), pastAll(rule.until));
  const instants = new Set<number>();
  for (const seconds of repeated(rule, secondsAt(start), from, before)) {
    if (seconds < from || seconds >= before) continue;
    const time = timeAt(seconds).slice(0, start.length);
    if (!isUntil(rule.until, clock, time)) continue;
    // When the clocks go forward, two times of the rule can be one instant.
    const instant = clock(time);
    if (!instants.has(instant)) yield time;
    instants.add(instant);
  }
}

function holdsAtStart({ rule, start, clock }: Series): boolean {
  const before = Temporal.PlainDate.from(start.slice(0, 10)).add({ days: 1 }).toString();
  const [first] = repetitionsOf({ rule, start, clock }, { from: start, before });
  return first === start;
}

/** The start is the first occurrence and counts as one, even if the rule does not hold then (RFC 5545, 3.8.5.3). */
export function* repetitionsWithStart(series: Series, window: Window): Generator<string> {
  const { rule, start, clock } = series;
  // Some programs store a series with no dates left as one that ends before it starts.
  if (!isUntil(rule.until, clock, start)) return;
  if (holdsAtStart(series)) return yield* repetitionsOf(series, window);
  if (start >= window.from && start < window.before) yield start;
  if (rule.count > 1) yield* repetitionsOf({ ...series, rule: { ...rule, count: rule.count - 1 } }, window);
}
