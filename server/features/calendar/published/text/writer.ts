// Writes the whole calendar as text, in short turns, so that other requests do not wait for it.
import { setImmediate as nextTurn } from "node:timers/promises";
import ICAL from "ical.js";
import { changesFor, type eventsIn, type ImportedRow, type Outgoing } from "../outgoing.ts";
import { birthdayComponent } from "./birthday-component.ts";
import {
  type Component,
  eventComponent,
  type FamilyClock,
  familyClock,
  type Property,
} from "./event-component.ts";
import { manualComponents } from "./manual-components.ts";
import { zoneDefinition } from "./zone-definition.ts";

type Events = Awaited<ReturnType<typeof eventsIn>>;

/** The time after which apps should fetch the calendar again. */
const freshFor = "PT15M";

const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`);

/** ical.js has no types for these properties, so it writes their values unchanged. */
const own = (name: string, text: string): Property => [name, {}, "unknown", text];

const header = ({ name, timeZone }: Outgoing): Property[] => [
  ["version", {}, "text", "2.0"],
  ["prodid", {}, "text", "-//Porchlight//Family calendar//EN"],
  ["calscale", {}, "text", "GREGORIAN"],
  own("x-wr-calname", escaped(name)),
  own("x-wr-timezone", timeZone),
  ["refresh-interval", {}, "duration", freshFor],
  own("x-published-ttl", freshFor),
];

const importedComponent = (row: ImportedRow, clock: FamilyClock, uidOf: (id: string) => string): Component =>
  eventComponent(row, clock, { uid: uidOf(row.id), description: row.description, repetition: [] });

async function* componentsOf(outgoing: Outgoing, { manual, imported, birthdays }: Events, host: string) {
  const { familyId, timeZone, first, lastYear } = outgoing;
  const clock = familyClock(timeZone, changesFor(outgoing));
  const starts = manual.map((row) => row.starts.slice(0, 10));
  const earliest = starts.reduce((one, other) => (one < other ? one : other), first);
  yield [zoneDefinition(timeZone, earliest, lastYear)];
  yield* manualComponents(manual, clock, (id) => `event-${familyId}-${id}@${host}`);
  for (const row of imported) yield [importedComponent(row, clock, (id) => `${id}-${familyId}@${host}`)];
  for (const row of birthdays)
    yield [birthdayComponent(row, clock, (id) => `birthday-${familyId}-${id}@${host}`)];
}

// ical.js counts the octets of a line without the space that begins a continued one; 75 are allowed (RFC 5545, 3.1).
ICAL.foldLength = 74;

const closing = "END:VCALENDAR\r\n";
const aTurn = 5;

/** The text in parts, so that a long calendar can be sent while it is written. */
export async function* calendarParts(
  outgoing: Outgoing,
  events: Events,
  host: string,
): AsyncGenerator<string> {
  yield ICAL.stringify(["vcalendar", header(outgoing), []]).slice(0, -closing.length);
  let turnEnds = performance.now() + aTurn;
  for await (const components of componentsOf(outgoing, events, host)) {
    for (const component of components) yield ICAL.stringify(component);
    if (performance.now() < turnEnds) continue;
    await nextTurn();
    turnEnds = performance.now() + aTurn;
  }
  yield closing;
}

export async function calendarText(outgoing: Outgoing, events: Events, host: string): Promise<string> {
  return (await Array.fromAsync(calendarParts(outgoing, events, host))).join("");
}
