// Expands a recurrence rule into its times (RFC 5545, section 3.3.10). All kinds of calendars share this: manual events,
// subscribed calendars and Google's.
import { candidatesIn, completed, periodAt, periodsBetween, secondsOfDay } from "./candidates.ts";
import { dayAt } from "./days.ts";
import type { Rule } from "./rules.ts";

/** The instant, in milliseconds, at which a clock shows a time or a day begins. */
export type Clock = (time: string) => number;

/** Of times that belong to no zone: whatever clock people look at shows them. */
export const anyClock: Clock = (time) => Date.parse(time.length > 10 ? `${time}Z` : time);

/** Of a time that is there twice it is the first; one that is skipped is as long after as if it had not been. */
export const clockOf =
  (timeZone: string): Clock =>
  (time) =>
    Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds;

/** "20261231T235959Z" as 2026-12-31T23:59:59; of a day its last second. */
function timeIn(until: string): string {
  const [, year, month, day, hour = "23", minute = "59", second = "59"] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(until) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Whole days hold until a day, whatever else is written there. */
export function isUntil(until: string, clock: Clock, time: string): boolean {
  if (!until) return true;
  const last = timeIn(until);
  if (time.length === 10) return time <= last.slice(0, 10);
  return until.endsWith("Z") ? clock(time) <= Date.parse(`${last}Z`) : time <= last;
}

/** No time zone is further from UTC than this many seconds. */
const furthest = 2 * 86_400;

/** In seconds, when it is over on any clock. */
export const pastAll = (until: string): number =>
  until ? Date.parse(`${timeIn(until)}Z`) / 1000 + furthest : Number.POSITIVE_INFINITY;

/** Times are on a clock of its own: YYYY-MM-DDTHH:MM:SS, or YYYY-MM-DD where it lasts whole days. */
export interface Series {
  readonly rule: Rule;
  readonly start: string;
  readonly clock: Clock;
}

export interface Window {
  readonly from: string;
  /** Not included. */
  readonly before: string;
}

// A rule that has not come to its window after so many periods is not about anybody's day.
const maxPeriods = 50_000;

const secondsAt = (time: string): number => Date.parse(time.length > 10 ? `${time}Z` : time) / 1000;
const timeAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** From near `from` on; what is counted has to be counted from its start. */
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

/** The times at which its rule holds, one after the other: those that a rule yields, be it ever so endless, cost only as much as is taken of them. */
export function* repetitionsOf({ rule, start, clock }: Series, window: Window): Generator<string> {
  const before = Math.min(secondsAt(window.before), pastAll(rule.until));
  const instants = new Set<number>();
  for (const seconds of repeated(rule, secondsAt(start), secondsAt(window.from), before)) {
    const time = timeAt(seconds).slice(0, start.length);
    if (time < window.from || time >= window.before || !isUntil(rule.until, clock, time)) continue;
    // Clocks that go forward show two of its times at one instant.
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

/** The start is the first occurrence and counts as one, also where the rule does not hold then (RFC 5545, 3.8.5.3). */
export function* repetitionsWithStart(series: Series, window: Window): Generator<string> {
  const { rule, start, clock } = series;
  // A series that ends before it begins is how programs keep one of which nothing is left.
  if (!isUntil(rule.until, clock, start)) return;
  if (holdsAtStart(series)) return yield* repetitionsOf(series, window);
  if (start >= window.from && start < window.before) yield start;
  if (rule.count > 1) yield* repetitionsOf({ ...series, rule: { ...rule, count: rule.count - 1 } }, window);
}
