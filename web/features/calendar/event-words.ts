import type { EventCategory } from "#contract/calendar/calendar.ts";
import { clockTime, shortDay } from "#contract/time-words.ts";

export const categoryWords: Record<EventCategory, string> = {
  family: "Family event",
  kids: "Kids' event",
  appointment: "Appointment",
};

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
