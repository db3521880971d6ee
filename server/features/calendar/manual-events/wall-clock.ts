// Times on the family's clock, YYYY-MM-DD HH:MM:SS, as the database stores them.
import * as z from "zod/mini";
import { Invalid } from "#server/platform/errors.ts";

export interface Span {
  starts_on_clock: string;
  ends_on_clock: string;
}

interface TypedSpan {
  startDate: string;
  endDate: string;
  allDay: boolean;
}

type Field = "startDate" | "endDate" | "date";

const refuse = (field: Field, message: string) => new Invalid(message, { [field]: message });

/** A time in the contract's form: YYYY-MM-DDTHH:MM. */
export const toContractTime = (time: string): string => time.slice(0, 16).replace(" ", "T");

/** Whether there is such a day, and such a time if one is given. */
export function exists(time: string): boolean {
  try {
    return Temporal.PlainDateTime.from(time) !== undefined;
  } catch {
    return false;
  }
}

/** A time as it is stored. The day after the last one that can be typed is the end of an all-day event. */
export const StoredTime = z
  .string()
  .check(
    z.regex(/^(19|20|21|22)\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/, "this is not a date and a time"),
    z.refine(exists, "that date and time doesn't exist"),
  );

const kept = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: "second" }).replace("T", " ");

const isInstant = (typed: string) => /(Z|[+-]\d\d:\d\d)$/.test(typed);

const parse = (typed: string, timeZone: string): Temporal.ZonedDateTime =>
  isInstant(typed)
    ? Temporal.Instant.from(typed).toZonedDateTimeISO(timeZone)
    : Temporal.PlainDateTime.from(typed).toZonedDateTime(timeZone);

/** The time without its seconds. */
function read(typed: string, timeZone: string, field: Field): Temporal.ZonedDateTime {
  try {
    return parse(typed, timeZone).round({ smallestUnit: "minute", roundingMode: "floor" });
  } catch {
    throw refuse(field, "That date and time doesn't exist. Please check it.");
  }
}

/** When the clocks go forward, the time in between is skipped. */
function refuseSkipped(typed: string, found: Temporal.ZonedDateTime, field: Field): void {
  const isThere =
    isInstant(typed) || kept(found.toPlainDateTime()).startsWith(typed.slice(0, 16).replace("T", " "));
  if (!isThere) throw refuse(field, "The clocks go forward and skip this time. Please choose another one.");
}

const wrongOrder = () => refuse("endDate", "End date must be after start date");

function wholeDays(starts: Temporal.PlainDate, lastDay: Temporal.PlainDate): Span {
  if (Temporal.PlainDate.compare(lastDay, starts) < 0) throw wrongOrder();
  return {
    starts_on_clock: kept(starts.toPlainDateTime()),
    ends_on_clock: kept(lastDay.add({ days: 1 }).toPlainDateTime()),
  };
}

/** The start and the end on the clock of a time zone. */
export function spanOnClock({ startDate, endDate, allDay }: TypedSpan, timeZone: string): Span {
  const starts = read(startDate, timeZone, "startDate");
  const ends = read(endDate, timeZone, "endDate");
  if (allDay) return wholeDays(starts.toPlainDate(), ends.toPlainDate());
  refuseSkipped(startDate, starts, "startDate");
  refuseSkipped(endDate, ends, "endDate");
  const from = starts.toPlainDateTime();
  const to = ends.toPlainDateTime();
  if (Temporal.ZonedDateTime.compare(ends, starts) <= 0) throw wrongOrder();
  // When the clocks go back, an hour occurs twice. Then the duration decides when the event is over.
  const isForward = Temporal.PlainDateTime.compare(to, from) > 0;
  return { starts_on_clock: kept(from), ends_on_clock: kept(isForward ? to : from.add(starts.until(ends))) };
}

/** A day shows every event that is going on, so daily ones that last for years would be on it by the thousand. */
export function reasonIfTooLong({ starts_on_clock, ends_on_clock }: Span, repeats: boolean): string | null {
  const days = Temporal.PlainDateTime.from(starts_on_clock).until(ends_on_clock).total("days");
  if (repeats) return days > 31 ? "An event that repeats can last at most 31 days." : null;
  return days > 366 ? "An event can last at most a year." : null;
}

export function refuseTooLong(span: Span, repeats: boolean): void {
  const reason = reasonIfTooLong(span, repeats);
  if (reason) throw refuse("endDate", reason);
}

/** Converts one time to the clock of a time zone. */
export function timeOnClock(typed: string, timeZone: string, field: Field): string {
  const time = read(typed, timeZone, field);
  refuseSkipped(typed, time, field);
  return kept(time.toPlainDateTime());
}

/** Moves a span to another start. */
export function movedTo(starts: string, { starts_on_clock, ends_on_clock }: Span): Span {
  const length = Temporal.PlainDateTime.from(starts_on_clock).until(ends_on_clock);
  return { starts_on_clock: starts, ends_on_clock: kept(Temporal.PlainDateTime.from(starts).add(length)) };
}
