import ICAL from "ical.js";
import { windowsZone } from "./windows-zones.ts";

/** A time zone by its IANA name, as this machine knows it: the definition in a feed may be old, or a trap. */
class NamedZone extends ICAL.Timezone {
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const time = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    return time.toZonedDateTime(this.tzid).offsetNanoseconds / 1e9;
  }
}

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** "America/New_York", also at the end of "/mozilla.org/20050126_1/America/New_York", or as Windows calls it. */
function knownName(tzid: string): string | undefined {
  const windows = windowsZone(tzid);
  if (windows) return windows;
  const parts = tzid.split("/");
  const names = [tzid, parts.slice(-3).join("/"), parts.slice(-2).join("/")];
  return names.find((name) => /^[A-Za-z]/.test(name) && isKnown(name));
}

/** Gives each zone that the text names its meaning. One that is unknown and undefined is the family's own. */
export function registerZones(text: string): void {
  // Those of the calendar before mean nothing here.
  ICAL.TimezoneService.reset();
  const named = text.matchAll(/TZID[=:](?:"([^\r\n"]{1,100})"|(tzone:[^\r\n":;]{1,100}|[^\r\n":;]{1,100}))/g);
  for (const tzid of new Set([...named].map(([, quoted, plain = ""]) => quoted ?? plain))) {
    const name = knownName(tzid);
    if (name) ICAL.TimezoneService.register(new NamedZone({ tzid: name }), tzid);
  }
}

/** The definition of a zone that we know by its name. */
export const isOwnZone = (component: ICAL.Component): boolean =>
  ICAL.TimezoneService.has(String(component.getFirstPropertyValue("tzid")));
