// Finds the part of an event that falls on a day.
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { dayMs } from "#contract/durations.ts";

/** A row of the day's query. Times are YYYY-MM-DD HH:MM:SS on the family's clock. */
export interface FoundEvent {
  id: string;
  title: string;
  location: string;
  category: CalendarEvent["category"];
  source: string;
  is_all_day: boolean;
  starts: string;
  ends: string;
  people: CalendarEvent["people"];
  manual_event_id: number | null;
  /** The start of this one, if the event has several dates. */
  occurrence: string | null;
  /** The same in every subscribed calendar that has this event. */
  identity: string | null;
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
const dayAfter = (day: string) => dayAt(Date.parse(day) + dayMs);
const midnight = (day: string) => `${day} 00:00:00`;
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

const dayOf = (time: string) => time.slice(0, 10);
const timeOf = (time: string) => time.slice(11, 16);
const toMinute = (time: string) => `${dayOf(time)}T${timeOf(time)}`;

/** An event that ends at midnight does not reach the next day. */
function lastDayOf({ starts, ends }: FoundEvent): string {
  const day = dayOf(ends);
  return ends === midnight(day) && ends > starts ? dayAt(Date.parse(day) - dayMs) : day;
}

/** An event from midnight to midnight takes whole days, whether or not it was entered with times. */
const takesWholeDays = ({ is_all_day, starts, ends }: FoundEvent): boolean =>
  is_all_day || (starts === midnight(dayOf(starts)) && ends === midnight(dayOf(ends)) && ends > starts);

const lengthOf = ({ starts, ends }: FoundEvent) =>
  Date.parse(`${toMinute(ends)}Z`) - Date.parse(`${toMinute(starts)}Z`);

/** The end is shown on the last day, and wherever a time alone makes it clear. */
const hasEndTime = (event: FoundEvent, past: string) =>
  lengthOf(event) > 0 && (event.ends <= past || lengthOf(event) < dayMs);

function partOn(date: string, event: FoundEvent): CalendarEvent {
  const { source, starts, ends, occurrence } = event;
  const [from, past] = [midnight(date), midnight(dayAfter(date))];
  const allDay = starts <= from && ends >= past;
  return {
    id: occurrence === null ? event.id : `${event.id}-${dayOf(occurrence)}`,
    title: event.title,
    location: event.location,
    category: event.category,
    source,
    date,
    allDay,
    startTime: timeOf(later(starts, from)),
    ...(!allDay && hasEndTime(event, past) && { endTime: timeOf(ends) }),
    startDate: toMinute(starts),
    endDate: toMinute(takesWholeDays(event) ? midnight(lastDayOf(event)) : ends),
    isManualEvent: source === "manual",
    people: event.people,
    manualEventId: event.manual_event_id,
    occurrence: occurrence && toMinute(occurrence),
  };
}

/** An event over several days has a part on each of them. */
function partsOf(event: FoundEvent, first: string, last: string): CalendarEvent[] {
  const parts = [];
  const lastDay = lastDayOf(event);
  for (let day = later(first, dayOf(event.starts)); day <= last && day <= lastDay; day = dayAfter(day))
    parts.push(partOn(day, event));
  return parts;
}

const isFresher = (one: FoundEvent, other: FoundEvent): boolean =>
  one.source === other.source ? one.id < other.id : one.source === "google";

/** An event that is in several calendars is shown as Google has it, because Google reports each change. */
export function shownOnce(events: readonly FoundEvent[]): FoundEvent[] {
  const shown = new Map<string, FoundEvent>();
  for (const event of events) {
    const key = event.identity ?? event.id + event.starts;
    const other = shown.get(key);
    if (!other || isFresher(event, other)) shown.set(key, event);
  }
  return [...shown.values()];
}

const place = ({ date, startTime, id }: CalendarEvent) => `${date} ${startTime} ${id}`;

const inOrder = (parts: CalendarEvent[]): CalendarEvent[] =>
  parts.sort((one, other) => (place(one) < place(other) ? -1 : 1));

/** More than anybody reads. */
const maxPartsPerDay = 100;

/** Shortens a day, and says how many events are left out. Those that the family entered itself are left out last. */
function shortened(day: readonly CalendarEvent[]): readonly CalendarEvent[] {
  if (day.length <= maxPartsPerDay) return day;
  const [own, others] = [true, false].map((isOwn) => day.filter((part) => part.isManualEvent === isOwn));
  const listed = new Set([...(own ?? []), ...(others ?? [])].slice(0, maxPartsPerDay));
  return day
    .filter((part) => listed.has(part))
    .map((part, index) =>
      index === maxPartsPerDay - 1 ? { ...part, more: day.length - maxPartsPerDay } : part,
    );
}

/** Lists the parts day by day from `first` to `last`, in time order. */
export function dayByDay(events: readonly FoundEvent[], first: string, last: string): CalendarEvent[] {
  const parts = inOrder(events.flatMap((event) => partsOf(event, first, last)));
  return [...Map.groupBy(parts, ({ date }) => date).values()].flatMap(shortened);
}

/** Lists each event once, with its part on the day on which it starts. */
export const byStart = (events: readonly FoundEvent[], first: string, last: string): CalendarEvent[] =>
  inOrder(
    events
      .filter(({ starts }) => dayOf(starts) >= first && dayOf(starts) <= last)
      .map((event) => partOn(dayOf(event.starts), event)),
  );

/** The number of parts that `dayByDay` would list. */
export function countParts(events: readonly FoundEvent[], first: string, last: string): number {
  const daysOf = (event: FoundEvent) =>
    (Date.parse(earlier(last, lastDayOf(event))) - Date.parse(later(first, dayOf(event.starts)))) / dayMs + 1;
  return events.reduce((count, event) => count + Math.max(0, daysOf(event)), 0);
}
