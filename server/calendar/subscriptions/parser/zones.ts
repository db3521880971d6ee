import ICAL from "ical.js";
import { windowsZone } from "./windows-zones.ts";

/** A time zone by its IANA name, as this machine knows it: the definition in a feed may be old, or a trap. */
class NamedZone extends ICAL.Timezone {
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const time = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    return time.toZonedDateTime(this.tzid).offsetNanoseconds / 1e9;
  }
}

// Intl knows zones that Temporal does not, such as SystemV/EST5EDT.
function isKnown(name: string): boolean {
  try {
    return Boolean(Temporal.PlainDate.from("2026-01-01").toZonedDateTime(name));
  } catch {
    return false;
  }
}

/** "UTC+1:00" and "GMT-5" as offsets that Temporal reads. */
function offsetIn(name: string): string | undefined {
  const [, sign, hours = "", minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(name) ?? [];
  return sign && Number(hours) < 24 ? `${sign}${hours.padStart(2, "0")}:${minutes}` : undefined;
}

/** "America/New_York", also at the end of "/mozilla.org/20050126_1/America/New_York", or as Windows calls it. */
function knownName(tzid: string): string | undefined {
  const parts = tzid.trim().replaceAll(" ", "_").split("/");
  const ends = [parts.join("/"), parts.slice(-3).join("/"), parts.slice(-2).join("/"), parts.at(-1) ?? ""];
  const named = windowsZone(tzid) ?? windowsZone(ends[2] ?? "") ?? offsetIn(tzid);
  return [...(named ? [named] : []), ...ends.filter((name) => /^[A-Za-z]/.test(name))].find(isKnown);
}

/** Gives each zone that the text names its meaning. One that is unknown and undefined is the family's own. */
export function registerZones(text: string): void {
  // Those of the calendar before mean nothing here.
  ICAL.TimezoneService.reset();
  const named = text.matchAll(
    /TZID[=:](?:"([^\r\n"]{1,100})"|(tzone:[^\r\n":;]{1,100}|(?:UTC|GMT)?[+-]\d\d?:\d\d|[^\r\n":;]{1,100}))/g,
  );
  for (const tzid of new Set([...named].map(([, quoted, plain = ""]) => quoted ?? plain))) {
    const name = knownName(tzid);
    if (name) ICAL.TimezoneService.register(new NamedZone({ tzid: name }), tzid);
  }
}

/** The definition of a zone that we know by its name, or of one that has none, as some servers write it. */
export function isUnusedZone(component: ICAL.Component): boolean {
  const tzid = component.getFirstPropertyValue("tzid");
  return typeof tzid !== "string" || ICAL.TimezoneService.has(tzid);
}
