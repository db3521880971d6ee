// Makes the time zones of a calendar known to the library that reads its times.
import ICAL from "ical.js";
import { zoneNamed, zoneOfPlace } from "./zone-names.ts";

/**
 * A time zone by its IANA name as this machine knows it, because the definition in a calendar may be old or malicious.
 */
class NamedZone extends ICAL.Timezone {
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const time = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    return time.toZonedDateTime(this.tzid).offsetNanoseconds / 1e9;
  }
}

// Before anything that a calendar defines.
const forever = "1500-01-01T00:00:00";

type Offset = "tzoffsetfrom" | "tzoffsetto";

const offsetOf = (observance: ICAL.Component | undefined, name: Offset): string | undefined => {
  const found = observance?.getFirstPropertyValue(name);
  return found ? String(found) : undefined;
};

interface Observance {
  readonly component: ICAL.Component;
  /** When it begins first, on the clock. */
  readonly start: string;
  readonly from: string;
  readonly to: string;
}

/** Missing offsets follow from the rest: each observance begins with the offset with which the other one ends. */
function observanceOf(component: ICAL.Component, all: readonly ICAL.Component[]): Observance | undefined {
  const other = all.find(({ name }) => name !== component.name);
  const [ownTo, ownFrom] = [offsetOf(component, "tzoffsetto"), offsetOf(component, "tzoffsetfrom")];
  const to = ownTo ?? offsetOf(other, "tzoffsetfrom") ?? ownFrom;
  const from = ownFrom ?? offsetOf(other, "tzoffsetto") ?? to;
  const start = component.getFirstPropertyValue("dtstart");
  if (!to || !from) return undefined;
  return { component, from, to, start: start instanceof ICAL.Time ? start.toString() : forever };
}

type Properties = ReturnType<ICAL.Property["toJSON"]>[];

function complete({ component, from, to }: Observance, start: string, more: Properties = []): ICAL.Component {
  const time = start.length > 10 ? start.replace("Z", "") : `${start}T00:00:00`;
  const offsets = [
    ["tzoffsetfrom", {}, "utc-offset", from],
    ["tzoffsetto", {}, "utc-offset", to],
  ];
  return new ICAL.Component([component.name, [["dtstart", {}, "date-time", time], ...offsets, ...more], []]);
}

/** The library reads only the first of several dates in one property. */
function completed(observance: Observance): ICAL.Component[] {
  const { component, start } = observance;
  const rules = component.getAllProperties("rrule").map((property) => property.toJSON());
  const dates = component.getAllProperties("rdate").flatMap((property) => property.getValues());
  const times = dates.filter((date) => date instanceof ICAL.Time).map(String);
  return [complete(observance, start, rules), ...times.map((time) => complete(observance, time))];
}

/** Before its first observance, a zone has the offset from which that one begins. */
function beforeAll(observances: readonly Observance[]): Observance | undefined {
  const [first] = observances.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  return first && { ...first, start: forever, to: first.from };
}

/** The zone as the calendar defines it. Undefined if the definition gives no offset. */
function definedZone(definition: ICAL.Component, tzid: string): ICAL.Timezone | undefined {
  const all = definition
    .getAllSubcomponents()
    .filter(({ name }) => name === "standard" || name === "daylight");
  const observances = all.map((each) => observanceOf(each, all)).filter((each) => each !== undefined);
  const before = beforeAll(observances);
  if (!before) return undefined;
  const component = new ICAL.Component("vtimezone");
  for (const each of [complete(before, forever), ...observances.flatMap(completed)])
    component.addSubcomponent(each);
  return new ICAL.Timezone({ component, tzid });
}

const namedZone = (tzid: string | undefined): ICAL.Timezone | undefined =>
  tzid ? new NamedZone({ tzid }) : undefined;

/** A name may be escaped in one place and not in another. */
const comparable = (tzid: string): string =>
  tzid.replaceAll("\\", "").replace(/\s+/g, " ").trim().toLowerCase();

const textIn = (definition: ICAL.Component, name: string): string =>
  String(definition.getFirstPropertyValue(name) ?? "");

// No zone has a longer name.
const maxName = 200;

/**
 * Registers zones by the names that events use. The name of a place counts first, because people there know what their
 * clocks show. Any other name means what the calendar defines under it. A zone about which nothing is known is the family's.
 */
export function registerZones(names: Iterable<string>, definitions: readonly ICAL.Component[]): void {
  // The zones of the previous calendar do not apply to this one.
  ICAL.TimezoneService.reset();
  const byName = Map.groupBy(definitions, (definition) => comparable(textIn(definition, "tzid")));
  for (const written of new Set(names)) {
    if (written.length > maxName) continue;
    const name = written.replaceAll("\\", "");
    const defined = byName.get(comparable(written)) ?? [];
    const zone =
      namedZone(zoneOfPlace(name)) ??
      defined.map((definition) => definedZone(definition, written)).find(Boolean) ??
      namedZone(zoneNamed(name)) ??
      namedZone(defined.map((definition) => zoneOfPlace(textIn(definition, "x-lic-location"))).find(Boolean));
    if (zone) ICAL.TimezoneService.register(zone, written);
  }
}
