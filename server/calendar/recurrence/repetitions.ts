// When something that repeats takes place (RFC 5545, section 3.3.10): the same for what a family typed in, for calendars
// that it follows, and for one that it connected.
import { candidatesIn } from "./candidates.ts";
import type { Clock } from "./clocks.ts";
import { dayAt } from "./days.ts";
import { completed } from "./matching-days.ts";
import { periodAt, periodsBetween, secondsOfDay } from "./periods.ts";
import type { Rule } from "./rules.ts";
import { isUntil, pastAll } from "./until.ts";

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
