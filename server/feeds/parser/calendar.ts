import { hash } from "node:crypto";
import ICAL from "ical.js";
import type { FeedEvent, Parsed, ParsingTask } from "../feed-event.ts";
import { startsOf, timeIn } from "./occurrences.ts";
import { componentOf, piecesOf } from "./pieces.ts";
import { aDay, lengthOf, type Span, spanOf, within } from "./spans.ts";
import { line, withoutShape } from "./words.ts";
import { isOwnZone, registerZones } from "./zones.ts";

type Found = Map<string, FeedEvent>;

interface Task extends ParsingTask {
  readonly window: Span;
}

function textIn(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return typeof value === "string" ? value : "";
}

const isCancelled = (event: ICAL.Component): boolean => /^cancelled$/i.test(textIn(event, "status"));
const revisionOf = (event: ICAL.Component): number => Number(event.getFirstPropertyValue("sequence") ?? 0);
const isException = (event: ICAL.Component): boolean => event.hasProperty("recurrence-id");

function keep(found: Found, event: ICAL.Component, start: ICAL.Time, original: ICAL.Time, task: Task): void {
  const span = within(spanOf(start, lengthOf(event), task.timeZone), task.window);
  if (!span) return;
  const occurrence = hash("sha256", `${textIn(event, "uid")} ${original}`, "base64url").slice(0, 22);
  found.set(occurrence, {
    occurrence,
    title: line(textIn(event, "summary"), 200) || "Untitled",
    location: line(textIn(event, "location"), 200),
    description: line(withoutShape(textIn(event, "description")), 500),
    startsOnClock: span.from.toString({ smallestUnit: "second" }),
    endsOnClock: span.to.toString({ smallestUnit: "second" }),
    isAllDay: start.isDate,
  });
}

/** Days around the window: for its time zone, and for what began before it. */
function daysFor(event: ICAL.Component, { from, until }: Task) {
  const lead = Math.min(1000, Math.ceil(lengthOf(event) / aDay));
  return {
    first: Temporal.PlainDate.from(from).subtract({ days: lead + 2 }),
    last: Temporal.PlainDate.from(until).add({ days: 2 }),
  };
}

function keepOccurrences(
  found: Found,
  event: ICAL.Component,
  exceptions: ICAL.Component[],
  task: Task,
): void {
  const starts = startsOf(event, exceptions, daysFor(event, task)).take(task.mostOccurrences);
  for (const start of starts) keep(found, event, start, start, task);
}

function keepException(found: Found, event: ICAL.Component, task: Task): void {
  const start = timeIn(event, "dtstart");
  const original = timeIn(event, "recurrence-id");
  if (start && original) keep(found, event, start, original, task);
}

/** One event that cannot be understood does not take the others with it. */
function keepAll(events: readonly ICAL.Component[], task: Task): FeedEvent[] {
  const found: Found = new Map();
  const byUid = Map.groupBy(events.filter(isException), (event) => textIn(event, "uid"));
  // The newest revision comes last, and stays.
  const inOrder = events.toSorted((one, other) => revisionOf(one) - revisionOf(other));
  for (const event of inOrder.filter((event) => !isCancelled(event))) {
    try {
      if (isException(event)) keepException(found, event, task);
      else keepOccurrences(found, event, byUid.get(textIn(event, "uid")) ?? [], task);
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
