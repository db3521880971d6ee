// An event with all its occurrences in a window of days, and the later changes to some of them.
import ICAL from "ical.js";
import { daySeconds } from "#contract/durations.ts";
import { repetitionsOf, repetitionsWithStart } from "../../recurrence/repetitions.ts";
import { ruleOf } from "../../recurrence/rules.ts";
import { dayBeginningAt, lastDayIn } from "../../recurrence/whole-days.ts";
import { normalizedRule } from "./habits.ts";
import { isCancelled, timeIn, valuesIn } from "./properties.ts";
import { type Length, lengthOf, lengthOfPeriod, secondsIn } from "./spans.ts";

interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** The family's time zone. */
  readonly timeZone: string;
}

interface Start {
  readonly time: ICAL.Time;
  /** The duration of this occurrence, if it has its own. */
  readonly length?: Length;
}

const { compare } = Temporal.PlainDate;

const dayOf = ({ year, month, day }: ICAL.Time): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day });

/** Some calendars identify an occurrence by its day, others by its instant. */
const byDay = (time: ICAL.Time): string => dayOf(time).toString();
const byInstant = (time: ICAL.Time): string => String(time.toUnixTime());

/** A time on the clock of `start`. */
function onClockOf(start: ICAL.Time, time: string): ICAL.Time {
  if (start.isDate) return ICAL.Time.fromDateString(time);
  const found = ICAL.Time.fromDateTimeString(time);
  found.zone = start.zone;
  return found;
}

const untilDay = (rule: string, timeZone: string): string =>
  rule.replace(/(?<=UNTIL=)\d{8}T\d{6}Z/i, (until) => lastDayIn(until.toUpperCase(), timeZone));

function* byRule(
  rule: string,
  start: ICAL.Time,
  { first, last, timeZone }: Days,
  expand: typeof repetitionsOf,
): Generator<Start> {
  const written = normalizedRule(rule);
  const series = {
    rule: ruleOf(start.isDate ? untilDay(written, timeZone) : written),
    start: start.toString().replace("Z", ""),
    clock: (time: string) => onClockOf(start, time).toUnixTime() * 1000,
  };
  const window = { from: first.toString(), before: last.add({ days: 1 }).toString() };
  for (const time of expand(series, window)) yield { time: onClockOf(start, time) };
}

const rulesIn = (event: ICAL.Component, name: "rrule" | "exrule"): string[] =>
  valuesIn(event, name).filter((rule) => typeof rule === "string");

// More than a daily rule of exceptions has. One that repeats every second would never end.
const maxExceptions = 5_000;

/** A time with a zone stands for the day on its own clock. */
function dayNamed(time: ICAL.Time, timeZone: string): string {
  if (time.isDate || time.zone !== ICAL.Timezone.utcTimezone) return byDay(time);
  return dayBeginningAt(
    Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000),
    timeZone,
  ).toString();
}

/**
 * The occurrences that are canceled or replaced by another event. Those of all-day events are identified by their day.
 */
function excludedOccurrences(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  start: ICAL.Time,
  days: Days,
) {
  const replaced = exceptions.map((exception) => timeIn(exception, "recurrence-id"));
  const named = [...valuesIn(event, "exdate"), ...replaced].filter((value) => value instanceof ICAL.Time);
  const ruled = rulesIn(event, "exrule").flatMap((rule) => [
    ...byRule(rule, start, days, repetitionsOf)
      .take(maxExceptions)
      .map(({ time }) => time),
  ]);
  const keyOf = (time: ICAL.Time) => {
    if (start.isDate) return dayNamed(time, days.timeZone);
    return time.isDate ? byDay(time) : byInstant(time);
  };
  return new Set([...named, ...ruled].map(keyOf));
}

/** A date without a time has the time of day of the other occurrences. */
function onDay(day: ICAL.Time, start: ICAL.Time): ICAL.Time {
  const time = start.clone();
  time.adjust(dayOf(start).until(dayOf(day)).days, 0, 0, 0);
  return time;
}

function startNamed(date: ICAL.Time, start: ICAL.Time, timeZone: string): ICAL.Time {
  if (date.isDate) return onDay(date, start);
  return start.isDate ? ICAL.Time.fromDateString(dayNamed(date, timeZone)) : date;
}

function* byDates(event: ICAL.Component, start: ICAL.Time, { timeZone }: Days): Generator<Start> {
  for (const date of valuesIn(event, "rdate")) {
    if (date instanceof ICAL.Period) yield { time: date.start, length: lengthOfPeriod(date) };
    else if (date instanceof ICAL.Time) yield { time: startNamed(date, start, timeZone) };
  }
}

function* everyStart(event: ICAL.Component, start: ICAL.Time, days: Days): Generator<Start> {
  const rules = rulesIn(event, "rrule");
  if (rules.length === 0) yield { time: start };
  for (const rule of rules) yield* byRule(rule, start, days, repetitionsWithStart);
  yield* byDates(event, start, days);
}

/** The starts of an event without those that `exceptions` replace. */
function* startsOf(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  days: Days,
): Generator<Start> {
  const start = timeIn(event, "dtstart");
  if (!start) return;
  const out = excludedOccurrences(event, exceptions, start, days);
  const isInWindow = (day: Temporal.PlainDate) =>
    compare(day, days.first) >= 0 && compare(day, days.last) <= 0;
  for (const each of everyStart(event, start, days)) {
    const { time } = each;
    if (isInWindow(dayOf(time)) && !out.has(byDay(time)) && !out.has(byInstant(time))) yield each;
  }
}

export interface Occurrence {
  /** The component that describes this occurrence. */
  readonly event: ICAL.Component;
  readonly start: ICAL.Time;
  readonly length: Length;
  /** The original start, which identifies the occurrence. */
  readonly original: ICAL.Time;
}

/** All occurrences from this one on are shifted by the same time and described by this component. */
interface Turn {
  readonly after: number;
  readonly shift: number;
  readonly event: ICAL.Component;
  readonly isAllDay: boolean;
}

const isForFuture = (event: ICAL.Component): boolean =>
  /^THISANDFUTURE$/i.test(String(event.getFirstProperty("recurrence-id")?.getFirstParameter("range")));

function turnOf(event: ICAL.Component): Turn | undefined {
  const original = timeIn(event, "recurrence-id");
  const start = timeIn(event, "dtstart") ?? original;
  if (!original || !start || !isForFuture(event)) return undefined;
  const after = original.toUnixTime();
  return { after, shift: start.toUnixTime() - after, event, isAllDay: start.isDate };
}

const turnsOf = (exceptions: readonly ICAL.Component[]): Turn[] =>
  exceptions
    .map(turnOf)
    .filter((turn) => turn !== undefined)
    .toSorted((one, other) => one.after - other.after);

function moved(original: ICAL.Time, { shift, isAllDay }: Turn): ICAL.Time {
  const start = original.clone();
  start.adjust(0, 0, 0, shift);
  start.isDate = isAllDay;
  return start;
}

/** The occurrences of a repeating event that were not changed on their own. */
export function* occurrencesOf(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  days: Days,
): Generator<Occurrence> {
  const turns = turnsOf(exceptions);
  for (const { time, length } of startsOf(event, exceptions, days)) {
    const turn = turns.findLast(({ after }) => after < time.toUnixTime());
    if (!turn) yield { event, start: time, length: length ?? lengthOf(event), original: time };
    else if (!isCancelled(turn.event))
      yield {
        event: turn.event,
        start: moved(time, turn),
        original: time,
        length: lengthOf(turn.event),
      };
  }
}

/** An occurrence that was changed on its own. */
export function changedOccurrence(event: ICAL.Component): Occurrence[] {
  const start = timeIn(event, "dtstart");
  const original = timeIn(event, "recurrence-id");
  return start && original ? [{ event, start, original, length: lengthOf(event) }] : [];
}

/** The number of days from its original start within which an occurrence can still take place. */
export function reachOf(event: ICAL.Component, exceptions: readonly ICAL.Component[]): number {
  const turns = turnsOf(exceptions);
  const lengths = [event, ...turns.map((turn) => turn.event)].map((each) => secondsIn(lengthOf(each)));
  const longest = Math.max(...lengths);
  const farthest = Math.max(0, ...turns.map(({ shift }) => Math.abs(shift)));
  return Math.min(1000, Math.ceil((longest + farthest) / daySeconds));
}
