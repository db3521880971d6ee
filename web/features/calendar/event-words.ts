import type { CalendarEvent, EventCategory } from "#contract/calendar/calendar.ts";
import { dayMs } from "#contract/durations.ts";
import { clockTime, monthAndDay, shortDay, weekday } from "#contract/time-words.ts";

export const categoryWords: Record<EventCategory, string> = {
  family: "Family event",
  kids: "Kids' event",
  appointment: "Appointment",
};

const bornIn = / \(born (\d{4})\)$/;

/** A birthday with a year of birth says the age: "Mom's birthday (82)" for "Mom's birthday (born 1944)" in 2026. */
export function titleOn({ title, date }: Pick<CalendarEvent, "title" | "date">): string {
  const age = Number(date.slice(0, 4)) - Number(title.match(bornIn)?.[1]);
  return age >= 0 ? title.replace(bornIn, ` (${age})`) : title;
}

const hourAfter = (time: string): string =>
  `${String(Number(time.slice(0, 2)) + 1).padStart(2, "0")}${time.slice(2)}`;

/** Whether an event of today has ended. Without an end, it is over an hour after its start. */
export function isOver({ allDay, date, startTime, endTime, endDate }: CalendarEvent, time: string): boolean {
  if (allDay || endDate.slice(0, 10) > date) return false;
  return (endTime ?? hourAfter(startTime)) <= time;
}

const aWeek = 7 * dayMs;

/** ", until Sunday" on a day after which it goes on; ", until December 14" when that is a week away. */
export function untilWhen({ date, startDate, endDate }: CalendarEvent): string {
  if (endDate === "") return "";
  // A timed event that ends at midnight ends on the day before. An all-day event includes its last day.
  const stepBackMs = startDate.endsWith("T00:00") ? 0 : 1;
  const day = new Date(Date.parse(`${endDate}Z`) - stepBackMs).toISOString().slice(0, 10);
  if (day <= date) return "";
  return `, until ${Date.parse(day) - Date.parse(date) < aWeek ? weekday(day) : monthAndDay(day)}`;
}

/** The specification's format for the dates of events: "2026-11-24T10:00" is "Nov 24, 2026 10:00 AM". */
const eventDate = (date: string): string => `${shortDay(date.slice(0, 10))} ${clockTime(date.slice(11))}`;

/** The start of an occurrence. An all-day event has only a day. */
export const startOf = (date: string, { allDay }: Pick<Span, "allDay">): string =>
  allDay ? shortDay(date.slice(0, 10)) : eventDate(date);

interface Span {
  startDate: string;
  endDate: string;
  allDay: boolean;
}

/** Start and end of an event. A single day is named once. */
export function eventSpan({ startDate, endDate, allDay }: Span): string {
  const [first, last] = [startDate.slice(0, 10), endDate.slice(0, 10)];
  if (allDay) return `${[...new Set([first, last])].map(shortDay).join(" - ")}, all day`;
  return `${eventDate(startDate)} - ${first === last ? clockTime(endDate.slice(11)) : eventDate(endDate)}`;
}

const timeOf = (date: string) => Date.parse(`${date}Z`);

/** Moves `date` by the time between `from` and `to`. */
export const movedAlong = (date: string, from: string, to: string): string =>
  new Date(timeOf(date) + timeOf(to) - timeOf(from)).toISOString().slice(0, date.length);
