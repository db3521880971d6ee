// Decides whether and when a member gets a reminder of an event: once on its day, by the family's clock, and once more
// whenever it moves.

import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { LeadTime } from "#contract/calendar/reminders.ts";
import type { World } from "#server/platform/world.ts";
import { clockAt, dateOf } from "#server/platform/zoned-time.ts";
import { eventsStartingBetween } from "../calendar.ts";
import type { Choice, Reminder } from "./queries.ts";

export interface EventTime {
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
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const startOf = ({ startsOnClock }: EventTime, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(startsOnClock).toZonedDateTime(timeZone);

/** The time from which an event is past. A reminder of an event that takes all day is useful until its evening. */
export function lastMomentOf(event: EventTime, timeZone: string): Date {
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
function dueAt(event: EventTime, leadTime: LeadTime, timeZone: string): Date {
  const start = startOf(event, timeZone);
  if (leadTime === "evening-before") return dateOf(start.subtract({ days: 1 }).withPlainTime(evening));
  if (event.isAllDay) return dateOf(start.withPlainTime(morning));
  if (leadTime === "10-minutes") return dateOf(start.subtract({ minutes: 10 }));
  return dateOf(outOfQuiet(start.subtract({ hours: 1 }), start));
}

/** The next time at which a reminder may be sent. Only reminders ten minutes before an event are sent at night. */
function allowedAt(now: Date, event: EventTime, leadTime: LeadTime, timeZone: string): Date {
  const time = clockAt(now, timeZone);
  if (!isQuiet(time)) return now;
  const after = dateOf(endOfQuiet(time));
  return leadTime === "10-minutes" ? earlier(after, dueAt(event, leadTime, timeZone)) : after;
}

/** A reminder before it is stored. */
export interface NewReminder extends Omit<Reminder, "id" | "version"> {
  /** The time at which its message may leave, if there is something new to say. */
  readonly dueAt?: Date;
}

export const todayIn = (timeZone: string, now: Date): Temporal.PlainDate =>
  clockAt(now, timeZone).toPlainDate();

interface Days {
  /** Days are counted from today. */
  first: number;
  last: number;
}

/** Lists each event once, on the day on which it starts. */
export async function startsBetween(
  { database, clock }: World,
  { family_id: familyId, time_zone }: Pick<Choice, "family_id" | "time_zone">,
  { first, last }: Days,
): Promise<CalendarEvent[]> {
  const today = todayIn(time_zone, clock.now());
  const range = { from: String(today.add({ days: first })), to: String(today.add({ days: last })) };
  return await eventsStartingBetween(database, { familyId }, clock.now(), range);
}

/** One member's choice, and the time at which it is checked. */
export interface MemberCheck {
  readonly choice: Choice;
  readonly now: Date;
}

const timeOfEvent = ({ startDate, allDay }: CalendarEvent): EventTime => ({
  startsOnClock: startDate,
  isAllDay: allDay,
});

export const timeOfReminder = ({
  starts_on_clock,
  is_all_day,
}: Pick<Reminder, "starts_on_clock" | "is_all_day">): EventTime => ({
  startsOnClock: starts_on_clock.slice(0, 16).replace(" ", "T"),
  isAllDay: is_all_day,
});

export const isPast = ({ choice, now }: MemberCheck, event: EventTime): boolean =>
  lastMomentOf(event, choice.time_zone) <= now;

interface Sooner {
  readonly choice: Pick<Choice, "lead_time" | "time_zone">;
  readonly now: Date;
}

/** The earliest time from now at which this member wants to be reminded. */
export const soonest = ({ choice, now }: Sooner, event: EventTime): Date =>
  allowedAt(now, event, choice.lead_time, choice.time_zone);

export const dueOf = ({ choice }: MemberCheck, event: CalendarEvent): Date =>
  dueAt(timeOfEvent(event), choice.lead_time, choice.time_zone);

const hasMoved = (event: CalendarEvent, stored: Reminder): boolean =>
  stored.message === "cancelled" ||
  timeOfReminder(stored).startsOnClock !== event.startDate ||
  stored.is_all_day !== event.allDay;

const about = ({ choice, now }: MemberCheck, event: CalendarEvent) => ({
  family_id: choice.family_id,
  person_id: choice.person_id,
  event_id: event.id,
  title: event.title,
  location: event.location,
  category: event.category,
  source: event.source,
  is_all_day: event.allDay,
  starts_on_clock: event.startDate,
  dueAt: soonest({ choice, now }, timeOfEvent(event)),
});

/** Events that were due before the person asked for reminders get none. */
const isWanted = ({ choice }: MemberCheck, event: CalendarEvent, due: Date): boolean =>
  choice.categories.includes(event.category) && due >= choice.chosen_at;

/** The first reminder of an event. */
function firstReminder(
  check: MemberCheck,
  event: CalendarEvent,
  pending: Reminder | undefined,
): NewReminder | undefined {
  const due = dueOf(check, event);
  const isNews = pending ? hasMoved(event, pending) : due <= check.now && isWanted(check, event, due);
  const day = event.startDate.slice(0, 10);
  return isNews ? { ...about(check, event), message: "begins", reminded_day: day, sent_at: null } : undefined;
}

/** The updated reminder, or undefined when the stored one is still right. */
export function updatedReminder(
  check: MemberCheck,
  event: CalendarEvent,
  before: Reminder | undefined,
): NewReminder | undefined {
  if (isPast(check, timeOfEvent(event))) return undefined;
  if (!before?.sent_at) return firstReminder(check, event, before);
  const day = event.startDate.slice(0, 10);
  const isDue = dueOf(check, event) <= check.now;
  const { sent_at, reminded_day } = before;
  if (hasMoved(event, before))
    return { ...about(check, event), message: "moved", sent_at, reminded_day: isDue ? day : reminded_day };
  const isOfAnotherDay = isDue && reminded_day !== day;
  return isOfAnotherDay
    ? { ...about(check, event), message: "begins", sent_at, reminded_day: day }
    : undefined;
}
