// Acts as a calendar app: it fetches the calendar at an address and expands it with ical.js.
import ICAL from "ical.js";
import { makeCalendarAddress } from "#contract/calendar/published.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export const pathOf = (url: string): string => new URL(url).pathname;

/** Publishes the person's calendar and returns its path. */
export const subscribe = async ({ client }: Person): Promise<string> =>
  pathOf((await client.call(makeCalendarAddress)).url);

export const fetchCalendar = (server: TestServer, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, init);

export async function readCalendar(server: TestServer, path: string): Promise<ICAL.Component> {
  const text = await (await fetchCalendar(server, path)).text();
  return new ICAL.Component(ICAL.parse(text));
}

export const eventsOf = (calendar: ICAL.Component): ICAL.Component[] =>
  calendar.getAllSubcomponents("vevent");

/** The value of a component's property. */
export const propertyOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? "");

const uidOf = (event: ICAL.Component) => propertyOf(event, "uid");
const isDate = (event: ICAL.Component) => event.hasProperty("recurrence-id");

interface Occurrence {
  readonly title: string;
  readonly starts: ICAL.Time;
  readonly ends: ICAL.Time;
}

const maxOccurrences = 3_000;

function* occurrencesOf(events: readonly ICAL.Component[], until: ICAL.Time): Generator<Occurrence> {
  const [main] = events.filter((event) => !isDate(event));
  if (!main) return;
  const event = new ICAL.Event(main, { exceptions: events.filter(isDate) });
  // A single event states its own end. ical.js would compute a wrong duration where the clock shows an hour
  // twice.
  if (!event.isRecurring()) {
    yield { title: event.summary, starts: event.startDate, ends: event.endDate };
    return;
  }
  const starts = event.iterator();
  for (let count = 0; count < maxOccurrences; count++) {
    const start = starts.next();
    if (!start || start.compare(until) > 0) return;
    const { item, startDate, endDate } = event.getOccurrenceDetails(start);
    yield { title: item.summary, starts: startDate, ends: endDate };
  }
}

const isMidnight = ({ hour, minute }: ICAL.Time) => hour + minute === 0;

const takesWholeDays = ({ starts, ends }: Occurrence): boolean =>
  starts.isDate || (isMidnight(starts) && isMidnight(ends) && ends.compare(starts) > 0);

/** Whole days span midnight of the first one to midnight of the last one, as in the family's day. */
function spanOf(occurrence: Occurrence): [string, string] {
  const { starts, ends } = occurrence;
  const last = ends.clone();
  if (takesWholeDays(occurrence)) last.adjust(-1, 0, 0, 0);
  const clockTime = (time: ICAL.Time) => (time.isDate ? `${time}T00:00` : time.toString().slice(0, 16));
  return [clockTime(starts), clockTime(last)];
}

/** "Dentist 2026-11-24T10:00 2026-11-24T11:00" for each occurrence that takes place between the two days. */
export function occurrencesIn(calendar: ICAL.Component, from: string, to: string): string[] {
  for (const zone of calendar.getAllSubcomponents("vtimezone"))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const until = ICAL.Time.fromDateString(to);
  until.adjust(2, 0, 0, 0);
  const byUid = Map.groupBy(eventsOf(calendar), uidOf);
  return [...byUid.values()]
    .flatMap((events) => [...occurrencesOf(events, until)])
    .map((one) => ({ title: one.title, isAllDay: takesWholeDays(one), span: spanOf(one) }))
    .filter(({ span: [, ends], isAllDay }) => (isAllDay ? ends >= from : ends > `${from}T00:00`))
    .filter(({ span: [starts] }) => starts.slice(0, 10) <= to)
    .map(({ title, span }) => [title, ...span].join(" "))
    .sort();
}
