// When a reminder is sent, by the family's clock.
import type { LeadTime } from "#contract/calendar/reminders.ts";

export interface Planned {
  /** YYYY-MM-DDTHH:MM on the family's clock. */
  startsOnClock: string;
  isAllDay: boolean;
}

const morning = Temporal.PlainTime.from("08:00");
const evening = Temporal.PlainTime.from("18:00");
const quietFrom = Temporal.PlainTime.from("21:00");
const quietUntil = Temporal.PlainTime.from("07:00");
/** The time of the last reminders before the night. */
const lastCall = Temporal.PlainTime.from("20:30");
const enoughMinutes = 15;

const { compare: compareTimes } = Temporal.PlainTime;
const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const startOf = ({ startsOnClock }: Planned, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(startsOnClock).toZonedDateTime(timeZone);

/** The time from which an event is past. A reminder of an event that takes all day is useful until its evening. */
export function lastMomentOf(event: Planned, timeZone: string): Date {
  const start = startOf(event, timeZone);
  return dateOf(event.isAllDay ? start.withPlainTime(quietFrom) : start);
}

const isQuiet = (time: Temporal.ZonedDateTime): boolean =>
  compareTimes(time.toPlainTime(), quietUntil) < 0 || compareTimes(time.toPlainTime(), quietFrom) >= 0;

/** The end of the night that `time` is in. */
function endOfQuiet(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const isBeforeMidnight = compareTimes(time.toPlainTime(), quietFrom) >= 0;
  return time.add({ days: isBeforeMidnight ? 1 : 0 }).withPlainTime(quietUntil);
}

/** Moves a time in the night to its end if that is early enough, otherwise to the evening before. */
function outOfQuiet(time: Temporal.ZonedDateTime, start: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (!isQuiet(time)) return time;
  const after = endOfQuiet(time);
  const isEnough = start.since(after).total("minutes") >= enoughMinutes;
  return isEnough ? after : after.subtract({ days: 1 }).withPlainTime(lastCall);
}

/** The time at which somebody wants the reminder. */
export function dueAt(event: Planned, leadTime: LeadTime, timeZone: string): Date {
  const start = startOf(event, timeZone);
  if (leadTime === "evening-before") return dateOf(start.subtract({ days: 1 }).withPlainTime(evening));
  if (event.isAllDay) return dateOf(start.withPlainTime(morning));
  if (leadTime === "10-minutes") return dateOf(start.subtract({ minutes: 10 }));
  return dateOf(outOfQuiet(start.subtract({ hours: 1 }), start));
}

/** The next time at which a reminder may be sent. Only reminders ten minutes before an event are sent at night. */
export function allowedAt(now: Date, event: Planned, leadTime: LeadTime, timeZone: string): Date {
  const time = now.toTemporalInstant().toZonedDateTimeISO(timeZone);
  if (!isQuiet(time)) return now;
  const after = dateOf(endOfQuiet(time));
  return leadTime === "10-minutes" ? earlier(after, dueAt(event, leadTime, timeZone)) : after;
}
