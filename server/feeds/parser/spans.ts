import ICAL from "ical.js";
import { timeIn, valuesIn } from "./properties.ts";

export const aDay = 86_400;

const { compare } = Temporal.PlainDateTime;

/** From when to when, on the clock of the family. */
export interface Span {
  readonly from: Temporal.PlainDateTime;
  readonly to: Temporal.PlainDateTime;
}

/** In seconds. What says nothing about its end lasts a day, or no time at all. */
export function lengthOf(event: ICAL.Component): number {
  const [duration] = valuesIn(event, "duration");
  const start = timeIn(event, "dtstart");
  const end = timeIn(event, "dtend");
  const between = start && end ? end.toUnixTime() - start.toUnixTime() : 0;
  const length = duration instanceof ICAL.Duration ? duration.toSeconds() : between;
  if (length > 0) return length;
  return start?.isDate ? aDay : 0;
}

/** A start without a zone is on the family's clock already. */
export function spanOf(start: ICAL.Time, seconds: number, timeZone: string): Span {
  const { year, month, day, hour, minute, second } = start;
  if (start.isDate || start.zone === ICAL.Timezone.localTimezone) {
    const from = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    return { from, to: from.add({ seconds }) };
  }
  const instant = Temporal.Instant.fromEpochMilliseconds(start.toUnixTime() * 1000);
  const from = instant.toZonedDateTimeISO(timeZone);
  return { from: from.toPlainDateTime(), to: from.add({ seconds }).toPlainDateTime() };
}

// What a database and a calendar on the wall can show.
const earliest = Temporal.PlainDateTime.from("1900-01-01");
const latest = Temporal.PlainDateTime.from("2200-01-01");
const sane = (time: Temporal.PlainDateTime): Temporal.PlainDateTime => {
  if (compare(time, earliest) < 0) return earliest;
  return compare(time, latest) > 0 ? latest : time;
};

/** Undefined where it lies beside the window. */
export function within({ from, to }: Span, window: Span): Span | undefined {
  const isAfter = compare(from, window.to) >= 0;
  const isBefore = compare(to, window.from) <= 0 && compare(from, window.from) < 0;
  return isAfter || isBefore ? undefined : { from: sane(from), to: sane(to) };
}
