// When an event takes place in a window of days, one occurrence after the other.
import ICAL from "ical.js";
import { repetitionsOf } from "../../recurrence/repetitions.ts";
import { ruleOf } from "../../recurrence/rules.ts";
import { timeIn, valuesIn } from "./properties.ts";
import { type Length, lengthOfPeriod } from "./spans.ts";

export interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

export interface Start {
  readonly time: ICAL.Time;
  /** Where this occurrence has a length of its own. */
  readonly length?: Length;
}

const { compare } = Temporal.PlainDate;

const dayOf = ({ year, month, day }: ICAL.Time): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day });

/** Some calendars say which occurrence they mean by its day, others by its instant. */
const byDay = (time: ICAL.Time): string => dayOf(time).toString();
const byInstant = (time: ICAL.Time): string => String(time.toUnixTime());

/** A time on the clock of `start`. */
function onClockOf(start: ICAL.Time, time: string): ICAL.Time {
  if (start.isDate) return ICAL.Time.fromDateString(time);
  const found = ICAL.Time.fromDateTimeString(time);
  found.zone = start.zone;
  return found;
}

function* byRule(rule: ICAL.Recur, start: ICAL.Time, { first, last }: Days): Generator<Start> {
  const series = {
    rule: ruleOf(rule.toString()),
    start: start.toString().replace("Z", ""),
    clock: (time: string) => onClockOf(start, time).toUnixTime() * 1000,
  };
  const window = { from: first.toString(), before: last.add({ days: 1 }).toString() };
  for (const time of repetitionsOf(series, window)) yield { time: onClockOf(start, time) };
}

const rulesIn = (event: ICAL.Component, name: "rrule" | "exrule"): ICAL.Recur[] =>
  valuesIn(event, name).filter((rule) => rule instanceof ICAL.Recur);

// More than a rule of exceptions says by days; one by seconds would go on for ever.
const mostExceptions = 5_000;

/** The occurrences that do not take place, or that another event stands for. */
function takenOut(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  start: ICAL.Time,
  days: Days,
) {
  const replaced = exceptions.map((exception) => timeIn(exception, "recurrence-id"));
  const named = [...valuesIn(event, "exdate"), ...replaced].filter((value) => value instanceof ICAL.Time);
  const ruled = rulesIn(event, "exrule").flatMap((rule) => [
    ...byRule(rule, start, days)
      .take(mostExceptions)
      .map(({ time }) => time),
  ]);
  return new Set([...named, ...ruled].map((time) => (time.isDate ? byDay(time) : byInstant(time))));
}

/** A day alone is at the same time of day as the others. */
function onDay(day: ICAL.Time, start: ICAL.Time): ICAL.Time {
  const time = start.clone();
  time.adjust(dayOf(start).until(dayOf(day)).days, 0, 0, 0);
  return time;
}

function* byDates(event: ICAL.Component, start: ICAL.Time): Generator<Start> {
  for (const date of valuesIn(event, "rdate")) {
    if (date instanceof ICAL.Period) yield { time: date.start, length: lengthOfPeriod(date) };
    else if (date instanceof ICAL.Time) yield { time: date.isDate ? onDay(date, start) : date };
  }
}

function* everyStart(event: ICAL.Component, start: ICAL.Time, days: Days): Generator<Start> {
  const rules = rulesIn(event, "rrule");
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
  const out = takenOut(event, exceptions, start, days);
  const isInWindow = (day: Temporal.PlainDate) =>
    compare(day, days.first) >= 0 && compare(day, days.last) <= 0;
  for (const each of everyStart(event, start, days)) {
    const { time } = each;
    if (isInWindow(dayOf(time)) && !out.has(byDay(time)) && !out.has(byInstant(time))) yield each;
  }
}
