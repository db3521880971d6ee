// When somebody is told of an event, by their family's clock on the wall.
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
/** The last that is told before a quiet night. */
const lastCall = Temporal.PlainTime.from("20:30");
const enoughMinutes = 15;

const { compare: compareTimes } = Temporal.PlainTime;
const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const startOf = ({ startsOnClock }: Planned, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(startsOnClock).toZonedDateTime(timeZone);

/** From then on it is past. What takes all day is worth being told until its evening. */
export function lastMomentOf(event: Planned, timeZone: string): Date {
  const start = startOf(event, timeZone);
  return dateOf(event.isAllDay ? start.withPlainTime(quietFrom) : start);
}

const isQuiet = (time: Temporal.ZonedDateTime): boolean =>
  compareTimes(time.toPlainTime(), quietUntil) < 0 || compareTimes(time.toPlainTime(), quietFrom) >= 0;

/** When the night that `time` is in ends. */
function endOfQuiet(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const isBeforeMidnight = compareTimes(time.toPlainTime(), quietFrom) >= 0;
  return time.add({ days: isBeforeMidnight ? 1 : 0 }).withPlainTime(quietUntil);
}

/** After the night where that is early enough, otherwise before it. */
function outOfQuiet(time: Temporal.ZonedDateTime, start: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (!isQuiet(time)) return time;
  const after = endOfQuiet(time);
  const isEnough = start.since(after).total("minutes") >= enoughMinutes;
  return isEnough ? after : after.subtract({ days: 1 }).withPlainTime(lastCall);
}

/** When somebody wants to be told. */
export function dueAt(event: Planned, leadTime: LeadTime, timeZone: string): Date {
  const start = startOf(event, timeZone);
  if (leadTime === "evening-before") return dateOf(start.subtract({ days: 1 }).withPlainTime(evening));
  if (event.isAllDay) return dateOf(start.withPlainTime(morning));
  if (leadTime === "10-minutes") return dateOf(start.subtract({ minutes: 10 }));
  return dateOf(outOfQuiet(start.subtract({ hours: 1 }), start));
}

/** The next moment at which somebody may be told: nothing wakes them but what they want ten minutes before. */
export function allowedAt(now: Date, event: Planned, leadTime: LeadTime, timeZone: string): Date {
  const time = now.toTemporalInstant().toZonedDateTimeISO(timeZone);
  if (!isQuiet(time)) return now;
  const after = dateOf(endOfQuiet(time));
  return leadTime === "10-minutes" ? earlier(after, dueAt(event, leadTime, timeZone)) : after;
}
