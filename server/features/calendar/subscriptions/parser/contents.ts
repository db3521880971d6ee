import { hash } from "node:crypto";
import ICAL from "ical.js";
import {
  type CalendarProperty,
  maxTextLengths,
  type Parsed,
  type ParsingTask,
  type StructuredEvent,
  type SubscribedEvent,
} from "../parsed-calendar.ts";
import { componentOf, isEvent, linesOf, linesToParse, piecesOf } from "./pieces.ts";
import { hasTime, isCancelled, isException, line, newestOf, repeats, textIn } from "./properties.ts";
import { changedOccurrence, type Occurrence, occurrencesOf, reachOf } from "./series.ts";
import { type Span, spanOf, within } from "./spans.ts";
import { registerZones } from "./zones.ts";

// Google's events come as data. Only their recurrence is in lines of iCalendar, which have to be parsed.

/** The start as a line, because dates without a zone are in the zone of the start. */
const startLine = (properties: readonly CalendarProperty[]): string[] =>
  properties
    .filter(([name]) => name === "dtstart")
    .map(([, { tzid }, , value]) => `DTSTART${tzid ? `;TZID="${tzid}"` : ""}:${value.replace(/[-:]/g, "")}`);

function propertyIn(line: string) {
  try {
    return [ICAL.parse.property(line)];
  } catch {
    return [];
  }
}

/** Lines that cannot be parsed are left out. */
function structuredComponent({ properties, recurrence }: StructuredEvent, timeZone: string): ICAL.Component {
  const edge = ["BEGIN:VEVENT", ...startLine(properties)];
  const lines = linesToParse([...edge, ...linesOf(recurrence.join("\n"))], timeZone).slice(edge.length);
  return new ICAL.Component(["vevent", [...properties, ...lines.flatMap(propertyIn)], []]);
}

const structuredTitle = ({ properties }: StructuredEvent): string =>
  properties.find(([name]) => name === "summary")?.[3] ?? "";

type Found = Map<string, SubscribedEvent>;

type Texts = Pick<SubscribedEvent, "title" | "location" | "description">;

interface Task extends ParsingTask {
  readonly texts: Map<ICAL.Component, Texts>;
  readonly window: Span;
  /** UIDs that several events have. Some calendars give all of their events the same one, or none. */
  readonly sharedUids: ReadonlySet<string>;
}

const uidOf = (event: ICAL.Component): string => textIn(event, "uid");

const sharedUidsOf = (events: readonly ICAL.Component[]): Set<string> => {
  const byUid = [...Map.groupBy(events, uidOf)];
  return new Set(byUid.filter(([uid, { length }]) => uid === "" || length > 1).map(([uid]) => uid));
};

const momentOf = (time: ICAL.Time): string =>
  time.isDate || time.zone === ICAL.Timezone.localTimezone ? String(time) : String(time.toUnixTime());

/**
 * Identifies an event and its occurrence. It stays the same when the event moves or is renamed, and in every calendar.
 */
function identityOf({ event, original }: Occurrence, title: string, { sharedUids }: Task): string {
  const uid = uidOf(event);
  const isShared = sharedUids.has(uid);
  const isOneOfMany = isShared || isException(event) || repeats(event);
  const which = [uid, ...(isOneOfMany ? [momentOf(original)] : []), ...(isShared ? [title] : [])];
  return hash("sha256", which.join(" "), "base64url").slice(0, 22);
}

const wordsOf = (event: ICAL.Component): Texts => ({
  title: line(textIn(event, "summary"), maxTextLengths.summary) || "Untitled",
  location: line(textIn(event, "location"), maxTextLengths.location),
  description: line(textIn(event, "description"), maxTextLengths.description),
});

/** All occurrences of an event have the same texts, which are read once. */
const textsOf = (event: ICAL.Component, { texts }: Task): Texts =>
  texts.getOrInsertComputed(event, () => wordsOf(event));

function keep(found: Found, one: Occurrence, task: Task): void {
  const { event, start, length } = one;
  const span = within(spanOf(start, length, task.timeZone), task.window);
  if (!span) return;
  const { title, location, description } = textsOf(event, task);
  const occurrence = identityOf(one, title, task);
  found.set(occurrence, {
    occurrence,
    title,
    location,
    description,
    startsOnClock: span.from.toString({ smallestUnit: "second" }),
    endsOnClock: span.to.toString({ smallestUnit: "second" }),
    isAllDay: start.isDate,
  });
}

/** Adds days around the window, for time zones and for events that began before it or were moved. */
function daysFor(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  { from, until, timeZone }: Task,
) {
  const days = reachOf(event, exceptions) + 2;
  return {
    timeZone,
    first: Temporal.PlainDate.from(from).subtract({ days }),
    last: Temporal.PlainDate.from(until).add({ days }),
  };
}

function keepEvent(
  found: Found,
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  task: Task,
): void {
  const occurrences = isException(event)
    ? changedOccurrence(event)
    : occurrencesOf(event, exceptions, daysFor(event, exceptions, task)).take(task.maxOccurrences);
  for (const occurrence of occurrences) keep(found, occurrence, task);
}

interface Kept {
  readonly events: readonly SubscribedEvent[];
  readonly unreadable: ReadonlySet<ICAL.Component>;
}

/** One event that cannot be read does not affect the others. */
function keepAll(events: readonly ICAL.Component[], given: Omit<Task, "sharedUids" | "texts">): Kept {
  const found: Found = new Map();
  const unreadable = new Set(events.filter((event) => !hasTime(event) && !isCancelled(event)));
  const newest = newestOf(events.filter(hasTime));
  const task = {
    ...given,
    sharedUids: sharedUidsOf(newest.filter((event) => !isException(event))),
    texts: new Map<ICAL.Component, Texts>(),
  };
  const byUid = Map.groupBy(newest.filter(isException), uidOf);
  for (const event of newest.filter((event) => !isCancelled(event))) {
    try {
      keepEvent(found, event, byUid.get(uidOf(event)) ?? [], task);
    } catch {
      unreadable.add(event);
    }
  }
  return { events: [...found.values()], unreadable };
}

interface ReadEvent {
  readonly component: ICAL.Component | undefined;
  title(): string;
}

/** The names of the zones in which its times are. */
const zoneNamesIn = (event: ICAL.Component): string[] =>
  event
    .getAllProperties()
    .map((property) => property.getFirstParameter("tzid"))
    .filter((name) => typeof name === "string");

/** The title of an event, even if its other lines cannot be parsed. */
function titleIn(lines: readonly string[]): string {
  const [, title = ""] = lines.map((each) => /^SUMMARY[^:]*:(.*)$/i.exec(each)).find(Boolean) ?? [];
  return title.replace(/\\n/gi, " ").replace(/\\(.)/g, "$1");
}

/** The calendar's own name. */
function nameIn(lines: readonly string[]): string {
  const named = lines.find((line) => /^(?:X-WR-CALNAME|NAME)[;:]/i.test(line)) ?? "";
  return line(named.slice(named.indexOf(":") + 1).replace(/\\(.)/g, "$1"), 80);
}

/** Returns the events in the window, and counts those that could not be read. */
function resultOf(
  name: string,
  found: readonly ReadEvent[],
  zones: readonly ICAL.Component[],
  given: ParsingTask,
): Parsed {
  const { from, until, maxEvents } = given;
  const window = { from: Temporal.PlainDateTime.from(from), to: Temporal.PlainDateTime.from(until) };
  const components = found.map(({ component }) => component).filter((component) => component !== undefined);
  registerZones(components.flatMap(zoneNamesIn), zones);
  const { events, unreadable } = keepAll(components, { ...given, window });
  if (events.length > maxEvents) return { kind: "too-big" };
  const lost = found.filter(({ component }) => !component || unreadable.has(component));
  const firstUnreadable = lost[0] ? line(lost[0].title(), maxTextLengths.summary) || "Untitled" : null;
  const counts = { found: found.length, unreadable: lost.length, firstUnreadable };
  return { kind: "calendar", name, events, counts };
}

function parseText(text: string, given: ParsingTask): Parsed {
  if (!/^BEGIN:VCALENDAR\s*$/im.test(text)) return { kind: "not-a-calendar" };
  const { own, parts, isWhole } = piecesOf(text);
  if (!isWhole) return { kind: "broken" };
  if (parts.length > given.maxEvents) return { kind: "too-big" };
  const read = parts.map((lines) => ({
    lines,
    component: componentOf(lines, given.timeZone),
    title: () => titleIn(lines),
  }));
  const found = read.filter(({ lines }) => isEvent(lines));
  const zones = read.flatMap(({ component }) => (component?.name === "vtimezone" ? [component] : []));
  return resultOf(nameIn(own), found, zones, given);
}

function readEvents(events: readonly StructuredEvent[], given: ParsingTask): Parsed {
  if (events.length > given.maxEvents) return { kind: "too-big" };
  const found = events.map((event) => ({
    component: structuredComponent(event, given.timeZone),
    title: () => structuredTitle(event),
  }));
  return resultOf("", found, [], given);
}

export const parseCalendar = (given: ParsingTask): Parsed =>
  typeof given.contents === "string" ? parseText(given.contents, given) : readEvents(given.contents, given);
