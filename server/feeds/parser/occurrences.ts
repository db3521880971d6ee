// When an event takes place in a window of days, one occurrence after the other.
import ICAL from "ical.js";

// A rule that has not come to the window after so many steps is not about anybody's day.
const mostSteps = 20_000;

export interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

const { compare } = Temporal.PlainDate;

const dayOf = ({ year, month, day }: ICAL.Time): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day });

export function timeIn(
  event: ICAL.Component,
  property: "dtstart" | "dtend" | "recurrence-id",
): ICAL.Time | undefined {
  const time = event.getFirstPropertyValue(property);
  return time instanceof ICAL.Time ? time : undefined;
}

/** Some calendars say which occurrence they mean by its day, others by its instant. */
const byDay = (time: ICAL.Time): string => dayOf(time).toString();
const byInstant = (time: ICAL.Time): string => String(time.toUnixTime());

/** The occurrences that do not take place, or that another event stands for. */
function takenOut(event: ICAL.Component, exceptions: readonly ICAL.Component[]): Set<string> {
  const cancelled = event.getAllProperties("exdate").flatMap((property) => property.getValues());
  const replaced = exceptions.map((exception) => timeIn(exception, "recurrence-id"));
  const times = [...cancelled, ...replaced].filter((value) => value instanceof ICAL.Time);
  // The library steps over them one at a time, and loses some. So it does not see them.
  event.removeAllProperties("exdate");
  return new Set(times.map((time) => (time.isDate ? byDay(time) : byInstant(time))));
}

const lengths = new Map<string | undefined, number>([
  ["DAILY", 1],
  ["WEEKLY", 7],
]);

/** A rule of days or weeks that is not counted goes on the same from any of its steps: from one near the window. */
function near(start: ICAL.Time, event: ICAL.Component, first: Temporal.PlainDate): ICAL.Time {
  const [rule, ...more] = event.getAllProperties("rrule").map((property) => property.getFirstValue());
  if (!(rule instanceof ICAL.Recur) || more.length > 0 || rule.count) return start;
  const step = (lengths.get(rule.freq) ?? 0) * rule.interval;
  if (!step) return start;
  const steps = Math.floor(dayOf(start).until(first).days / step) - 1;
  const nearer = start.clone();
  if (steps > 0) nearer.adjust(steps * step, 0, 0, 0);
  return nearer;
}

/** The starts of an event, of which `exceptions` stand for single occurrences. */
export function* startsOf(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  { first, last }: Days,
): Generator<ICAL.Time> {
  const start = timeIn(event, "dtstart");
  if (!start) return;
  const out = takenOut(event, exceptions);
  const takesPlace = (time: ICAL.Time) =>
    compare(dayOf(time), first) >= 0 && !out.has(byDay(time)) && !out.has(byInstant(time));
  const hasRule = event.hasProperty("rrule");
  if (!hasRule && takesPlace(start)) yield start;
  if (!hasRule && !event.hasProperty("rdate")) return;
  const expansion = new ICAL.RecurExpansion({ component: event, dtstart: near(start, event, first) });
  for (let step = 0; step < mostSteps; step++) {
    const next = expansion.next();
    if (!next || compare(dayOf(next), last) > 0) return;
    if (takesPlace(next)) yield next;
  }
}
