import { hash } from "node:crypto";
import ICAL from "ical.js";
import type { FeedEvent, Parsed, ParsingTask } from "../feed-event.ts";
import { componentOf, piecesOf } from "./pieces.ts";
import { hasTime, isCancelled, isException, newestOf, repeats, textIn } from "./properties.ts";
import { changedOccurrence, type Occurrence, occurrencesOf, reachOf } from "./series.ts";
import { type Span, spanOf, within } from "./spans.ts";
import { line, withoutShape } from "./words.ts";
import { isOwnZone, registerZones } from "./zones.ts";

type Found = Map<string, FeedEvent>;

interface Task extends ParsingTask {
  readonly window: Span;
  /** Several events have each of these: some calendars give all of theirs one, or none. */
  readonly sharedUids: ReadonlySet<string>;
}

const uidOf = (event: ICAL.Component): string => textIn(event, "uid");

const sharedUidsOf = (events: readonly ICAL.Component[]): Set<string> => {
  const byUid = [...Map.groupBy(events, uidOf)];
  return new Set(byUid.filter(([uid, { length }]) => uid === "" || length > 1).map(([uid]) => uid));
};

const momentOf = (time: ICAL.Time): string =>
  time.isDate || time.zone === ICAL.Timezone.localTimezone ? String(time) : String(time.toUnixTime());

/** Which event, and which of its occurrences: the same wherever it moves, whatever it is renamed to, in any calendar. */
function identityOf({ event, original }: Occurrence, title: string, { sharedUids }: Task): string {
  const uid = uidOf(event);
  const isShared = sharedUids.has(uid);
  const isOneOfMany = isShared || isException(event) || repeats(event);
  const which = [uid, ...(isOneOfMany ? [momentOf(original)] : []), ...(isShared ? [title] : [])];
  return hash("sha256", which.join(" "), "base64url").slice(0, 22);
}

function keep(found: Found, one: Occurrence, task: Task): void {
  const { event, start, length } = one;
  const span = within(spanOf(start, length, task.timeZone), task.window);
  if (!span) return;
  const title = line(textIn(event, "summary"), 200) || "Untitled";
  const occurrence = identityOf(one, title, task);
  found.set(occurrence, {
    ...{ occurrence, title, location: line(textIn(event, "location"), 200) },
    description: line(withoutShape(textIn(event, "description")), 500),
    startsOnClock: span.from.toString({ smallestUnit: "second" }),
    endsOnClock: span.to.toString({ smallestUnit: "second" }),
    isAllDay: start.isDate,
  });
}

/** Days around the window: for its time zone, and for what began before it or has been moved. */
function daysFor(event: ICAL.Component, exceptions: readonly ICAL.Component[], { from, until }: Task) {
  const days = reachOf(event, exceptions) + 2;
  return {
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
    : occurrencesOf(event, exceptions, daysFor(event, exceptions, task)).take(task.mostOccurrences);
  for (const occurrence of occurrences) keep(found, occurrence, task);
}

/** One event that cannot be understood does not take the others with it. */
function keepAll(events: readonly ICAL.Component[], given: Omit<Task, "sharedUids">): FeedEvent[] {
  const found: Found = new Map();
  const newest = newestOf(events.filter(hasTime));
  const task = { ...given, sharedUids: sharedUidsOf(newest.filter((event) => !isException(event))) };
  const byUid = Map.groupBy(newest.filter(isException), uidOf);
  for (const event of newest.filter((event) => !isCancelled(event))) {
    try {
      keepEvent(found, event, byUid.get(uidOf(event)) ?? [], task);
    } catch {
      // It is left out.
    }
  }
  return [...found.values()];
}

/** Of one calendar, or of several one after the other. */
function calendarOf(parts: readonly string[][]): ICAL.Component {
  const calendar = new ICAL.Component("vcalendar");
  const components = parts.map(componentOf).filter((component) => component !== undefined);
  for (const component of components) {
    if (component.name === "vevent" || !isOwnZone(component)) calendar.addSubcomponent(component);
  }
  return calendar;
}

/** The name that a calendar gives itself. */
function nameIn(lines: readonly string[]): string {
  const named = lines.find((line) => /^(?:X-WR-CALNAME|NAME)[;:]/i.test(line)) ?? "";
  return line(named.slice(named.indexOf(":") + 1).replace(/\\(.)/g, "$1"), 80);
}

export function parseCalendar(given: ParsingTask): Parsed {
  const { text, from, until, mostEvents } = given;
  if (!/^BEGIN:VCALENDAR\s*$/im.test(text)) return { kind: "not-a-calendar" };
  const { own, parts, isWhole } = piecesOf(text);
  if (!isWhole) return { kind: "broken" };
  if (parts.length > mostEvents) return { kind: "too-big" };
  registerZones(text);
  const window = { from: Temporal.PlainDateTime.from(from), to: Temporal.PlainDateTime.from(until) };
  const events = keepAll(calendarOf(parts).getAllSubcomponents("vevent"), { ...given, window });
  return events.length > mostEvents ? { kind: "too-big" } : { kind: "calendar", name: nameIn(own), events };
}
