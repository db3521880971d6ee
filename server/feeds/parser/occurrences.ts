// When an event takes place in a window of days, one occurrence after the other.
import ICAL from "ical.js";
import { timeIn, valuesIn } from "./properties.ts";

// A rule that has not come to the window after so many steps is not about anybody's day.
const mostSteps = 20_000;

export interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

export interface Start {
  readonly time: ICAL.Time;
  /** Where this occurrence has a length of its own. */
  readonly seconds?: number;
}

const { compare } = Temporal.PlainDate;

const dayOf = ({ year, month, day }: ICAL.Time): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day });

/** Some calendars say which occurrence they mean by its day, others by its instant. */
const byDay = (time: ICAL.Time): string => dayOf(time).toString();
const byInstant = (time: ICAL.Time): string => String(time.toUnixTime());

/** The occurrences that do not take place, or that another event stands for. */
function takenOut(event: ICAL.Component, exceptions: readonly ICAL.Component[]): Set<string> {
  const replaced = exceptions.map((exception) => timeIn(exception, "recurrence-id"));
  const times = [...valuesIn(event, "exdate"), ...replaced].filter((value) => value instanceof ICAL.Time);
  return new Set(times.map((time) => (time.isDate ? byDay(time) : byInstant(time))));
}

const lengths = new Map<string | undefined, number>([
  ["DAILY", 1],
  ["WEEKLY", 7],
]);

/** A rule of days or weeks that is not counted goes on the same from any of its steps: from one near the window. */
function near(start: ICAL.Time, rule: ICAL.Recur, first: Temporal.PlainDate): ICAL.Time {
  const step = rule.count ? 0 : (lengths.get(rule.freq) ?? 0) * rule.interval;
  if (!step) return start;
  const steps = Math.floor(dayOf(start).until(first).days / step) - 1;
  const nearer = start.clone();
  if (steps > 0) nearer.adjust(steps * step, 0, 0, 0);
  return nearer;
}

/** Where a rule says until which day, that day is included. */
function iteratorOf(rule: ICAL.Recur, start: ICAL.Time): ICAL.RecurIterator {
  if (rule.until?.isDate && !start.isDate)
    rule.until = ICAL.Time.fromData({ ...rule.until.toJSON(), hour: 23, minute: 59, isDate: false });
  return rule.iterator(start);
}

function* byRule(rule: ICAL.Recur, start: ICAL.Time, { first, last }: Days): Generator<Start> {
  const iterator = iteratorOf(rule, near(start, rule, first));
  for (let step = 0; step < mostSteps; step++) {
    const time = iterator.next();
    if (!time || compare(dayOf(time), last) > 0) return;
    // The library goes on with the very same object.
    yield { time: time.clone() };
  }
}

/** A day alone is at the same time of day as the others. */
function onDay(day: ICAL.Time, start: ICAL.Time): ICAL.Time {
  const time = start.clone();
  time.adjust(dayOf(start).until(dayOf(day)).days, 0, 0, 0);
  return time;
}

function* byDates(event: ICAL.Component, start: ICAL.Time): Generator<Start> {
  for (const date of valuesIn(event, "rdate")) {
    if (date instanceof ICAL.Period) yield { time: date.start, seconds: date.getDuration().toSeconds() };
    else if (date instanceof ICAL.Time) yield { time: date.isDate ? onDay(date, start) : date };
  }
}

function* everyStart(event: ICAL.Component, start: ICAL.Time, days: Days): Generator<Start> {
  const rules = valuesIn(event, "rrule").filter((rule) => rule instanceof ICAL.Recur);
  if (rules.length === 0) yield { time: start };
  for (const rule of rules) yield* byRule(rule, start, days);
  yield* byDates(event, start);
}

/** The starts of an event, of which `exceptions` stand for single occurrences. */
export function* startsOf(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  days: Days,
): Generator<Start> {
  const start = timeIn(event, "dtstart");
  if (!start) return;
  const out = takenOut(event, exceptions);
  const isInWindow = (day: Temporal.PlainDate) =>
    compare(day, days.first) >= 0 && compare(day, days.last) <= 0;
  for (const each of everyStart(event, start, days)) {
    const { time } = each;
    if (isInWindow(dayOf(time)) && !out.has(byDay(time)) && !out.has(byInstant(time))) yield each;
  }
}
