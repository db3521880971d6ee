import ICAL from "ical.js";
import { daySeconds } from "#contract/durations.ts";
import { timeIn, valuesIn } from "./properties.ts";

const { compare } = Temporal.PlainDateTime;

/** The start and the end on the family's clock. */
export interface Span {
  readonly from: Temporal.PlainDateTime;
  readonly to: Temporal.PlainDateTime;
}

/** A day of a duration lasts until the same time on the next day, however many hours that takes (RFC 5545, 3.3.6). */
export interface Length {
  readonly days: number;
  readonly seconds: number;
}

/** If only one of the two is a day, the kind of the start counts: the last day counts fully, or ends at midnight. */
function endOfSameKind(start: ICAL.Time, end: ICAL.Time): ICAL.Time {
  if (start.isDate === end.isDate) return end;
  const same = end.clone();
  same.isDate = start.isDate;
  same.zone = start.zone;
  if (!start.isDate) same.resetTo(end.year, end.month, end.day, 0, 0, 0, start.zone);
  else if (end.hour + end.minute + end.second > 0) same.adjust(1, 0, 0, 0);
  return same;
}

const between = (start: ICAL.Time, end: ICAL.Time): Length => ({
  days: 0,
  seconds: Math.max(0, endOfSameKind(start, end).toUnixTime() - start.toUnixTime()),
});

// Two centuries. No real event is longer.
const maxDays = 73_000;

const lengthIn = ({ isNegative, weeks, days, ...rest }: ICAL.Duration): Length => {
  const seconds = (rest.hours * 60 + rest.minutes) * 60 + rest.seconds;
  return isNegative ? { days: 0, seconds: 0 } : { days: Math.min(maxDays, weeks * 7 + days), seconds };
};

export const lengthOfPeriod = ({ start, end, duration }: ICAL.Period): Length =>
  duration ? lengthIn(duration) : between(start, end);

const none: Length = { days: 0, seconds: 0 };
const isNone = ({ days, seconds }: Length): boolean => days === 0 && seconds === 0;

/** Some programs write an empty duration beside the end that they mean. */
function saidOf(event: ICAL.Component, start: ICAL.Time | undefined): Length {
  const [duration] = valuesIn(event, "duration");
  const length = duration instanceof ICAL.Duration ? lengthIn(duration) : none;
  const end = timeIn(event, "dtend");
  return isNone(length) && start && end ? between(start, end) : length;
}

/** If no end is given, an all-day event lasts a day and any other no time at all. */
export function lengthOf(event: ICAL.Component): Length {
  const start = timeIn(event, "dtstart");
  const said = saidOf(event, start);
  return isNone(said) && start?.isDate ? { days: 1, seconds: 0 } : said;
}

/** The longest possible duration. */
export const secondsIn = ({ days, seconds }: Length): number => days * daySeconds + seconds;

const plain = ({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });

const onClock = (seconds: number, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();

/** A start without a zone is already on the family's clock. */
export function spanOf(start: ICAL.Time, { days, seconds }: Length, timeZone: string): Span {
  if (start.isDate || start.zone === ICAL.Timezone.localTimezone)
    return { from: plain(start), to: plain(start).add({ days, seconds }) };
  const lastDay = start.clone();
  lastDay.adjust(days, 0, 0, 0);
  const from = onClock(start.toUnixTime(), timeZone);
  const to = onClock(lastDay.toUnixTime() + seconds, timeZone);
  // When the clocks go back, the end can be earlier on the clock than the start.
  return { from, to: compare(to, from) < 0 ? from : to };
}

// The years that both the database and our own calendar can show.
const earliest = Temporal.PlainDateTime.from("1900-01-01");
const latest = Temporal.PlainDateTime.from("2200-01-01");
const sane = (time: Temporal.PlainDateTime): Temporal.PlainDateTime => {
  if (compare(time, earliest) < 0) return earliest;
  return compare(time, latest) > 0 ? latest : time;
};

/** Undefined if it is outside the window. */
export function within({ from, to }: Span, window: Span): Span | undefined {
  const isAfter = compare(from, window.to) >= 0;
  const isBefore = compare(to, window.from) <= 0 && compare(from, window.from) < 0;
  return isAfter || isBefore ? undefined : { from: sane(from), to: sane(to) };
}
