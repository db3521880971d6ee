// Finds the time zone that a calendar means by a name.
import table from "cldr-core/supplemental/windowsZones.json" with { type: "json" };

/** The names in Windows, Outlook and Exchange, from Unicode's CLDR. Each has a zone for the world and more by country. */
const mappings = table.supplemental.windowsZones.mapTimezones.map(({ mapZone }) => ({
  name: mapZone._other.toLowerCase(),
  zones: mapZone._type.split(" "),
  isForWorld: mapZone._territory === "001",
}));

const windowsZones = new Map(
  mappings.filter(({ isForWorld }) => isForWorld).map(({ name, zones: [zone = ""] }) => [name, zone]),
);

const cityOf = (zone: string): string =>
  zone
    .slice(zone.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();

const zonesByCity = new Map(
  mappings
    .flatMap(({ zones }) => zones)
    .filter((zone) => zone.includes("/") && !zone.startsWith("Etc/"))
    .map((zone) => [cityOf(zone), zone]),
);

/** Displayed names of Windows that contain no city with a zone. */
const shownNames = `
International Date Line West=Dateline Standard Time
Aleutian Islands=Aleutian Standard Time
Hawaii=Hawaiian Standard Time
Marquesas Islands=Marquesas Standard Time
Alaska=Alaskan Standard Time
Baja California=Pacific Standard Time (Mexico)
Pacific Time (US & Canada)=Pacific Standard Time
Arizona=US Mountain Standard Time
Mountain Time (US & Canada)=Mountain Standard Time
Yukon=Yukon Standard Time
Central America=Central America Standard Time
Central Time (US & Canada)=Central Standard Time
Easter Island=Easter Island Standard Time
Saskatchewan=Canada Central Standard Time
Chetumal=Eastern Standard Time (Mexico)
Eastern Time (US & Canada)=Eastern Standard Time
Haiti=Haiti Standard Time
Indiana (East)=US Eastern Standard Time
Turks and Caicos=Turks And Caicos Standard Time
Atlantic Time (Canada)=Atlantic Standard Time
Newfoundland=Newfoundland Standard Time
Newfoundland and Labrador=Newfoundland Standard Time
Brasilia=E. South America Standard Time
City of Buenos Aires=Argentina Standard Time
Greenland=Greenland Standard Time
Saint Pierre and Miquelon=Saint Pierre Standard Time
Salvador=Bahia Standard Time
Mid-Atlantic=UTC-02
Mid-Atlantic - Old=UTC-02
Mid-Atlantic Standard Time=UTC-02
Cabo Verde Is.=Cape Verde Standard Time
Cape Verde Is.=Cape Verde Standard Time
Greenwich Mean Time=GMT Standard Time
West Central Africa=W. Central Africa Standard Time
Kamchatka Standard Time=Russia Time Zone 11
Port Louis=Mauritius Standard Time
Ekaterinburg=Ekaterinburg Standard Time
Chennai=India Standard Time
Kolkata=India Standard Time
Mumbai=India Standard Time
New Delhi=India Standard Time
Sri Jayawardenepura=Sri Lanka Standard Time
Kathmandu=Nepal Standard Time
Astana=Qyzylorda Standard Time
Nur-Sultan=Central Asia Standard Time
Yangon (Rangoon)=Myanmar Standard Time
Beijing=China Standard Time
Osaka=Tokyo Standard Time
Canberra=AUS Eastern Standard Time
Chokurdakh=Russia Time Zone 10
Lord Howe Island=Lord Howe Standard Time
Bougainville Island=Bougainville Standard Time
Norfolk Island=Norfolk Standard Time
Solomon Is.=Central Pacific Standard Time
New Caledonia=Central Pacific Standard Time
Petropavlovsk-Kamchatsky - Old=Russia Time Zone 11
Fiji=Fiji Standard Time
Marshall Is.=UTC+12
Chatham Islands=Chatham Islands Standard Time
Nuku'alofa=Tonga Standard Time
Samoa=Samoa Standard Time
Kiritimati Island=Line Islands Standard Time
Coordinated Universal Time=UTC
tzone://Microsoft/Utc=UTC`;

// Zones of System V, which CLDR does not have.
const oldNames = `
SystemV/AST4ADT=America/Halifax
SystemV/EST5EDT=America/New_York
SystemV/CST6CDT=America/Chicago
SystemV/MST7MDT=America/Denver
SystemV/PST8PDT=America/Los_Angeles
SystemV/YST9YDT=America/Anchorage
SystemV/AST4=America/Puerto_Rico
SystemV/EST5=America/Panama
SystemV/CST6=America/Regina
SystemV/MST7=America/Phoenix
SystemV/PST8=Pacific/Pitcairn
SystemV/YST9=Pacific/Gambier
SystemV/HST10=Pacific/Honolulu`;

function* pairsIn(names: string): Generator<[name: string, zone: string]> {
  for (const each of names.trim().split("\n")) {
    const [name = "", zone = ""] = each.split("=");
    yield [name.toLowerCase(), zone];
  }
}

const shownZones = new Map(
  pairsIn(shownNames).map(([shown, name]) => [shown, windowsZones.get(name.toLowerCase()) ?? ""]),
);
const oldZones = new Map(pairsIn(oldNames));

// Intl knows zones that Temporal does not, such as SystemV/EST5EDT.
function isKnown(name: string): boolean {
  try {
    return Boolean(Temporal.PlainDate.from("2026-01-01").toZonedDateTime(name));
  } catch {
    return false;
  }
}

const offsetPattern = /^\(?(?:UTC|GMT)?\s?([+\-\u2212])\s?(\d\d?)(?:[:.]?(\d\d))?(?:$|(?=[\s)]))/i;

/** Converts "UTC+1:00", "GMT-5" and the beginning of "(UTC+10:00) Brisbane" to offsets that Temporal reads. */
function offsetIn(name: string): string | undefined {
  const [, sign, hours = "", minutes = "00"] = offsetPattern.exec(name) ?? [];
  if (!sign || Number(hours) > 23) return undefined;
  return `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
}

/** Whether a zone has this offset in some part of the year. */
const hasOffset = (zone: string, offset: string): boolean =>
  ["2026-01-01", "2026-07-01"].some(
    (day) => Temporal.PlainDate.from(day).toZonedDateTime(zone).offset === offset,
  );

/** Finds a zone by the text that Windows shows, such as "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna". */
function shownZone(name: string): string | undefined {
  const [said = "", words = ""] = /^(\((?:UTC|GMT)[^)]*\))?\s*(.+)$/i.exec(name)?.slice(1) ?? [];
  if (!said) return shownZones.get(words.toLowerCase());
  const offset = offsetIn(said) ?? "+00:00";
  const places = [words, ...words.split(/\s*[,/]\s*/)].map((place) => place.trim().toLowerCase());
  const cities = places.map((place) => zonesByCity.get(place)).filter((zone) => zone !== undefined);
  const shown = places.map((place) => shownZones.get(place)).find(Boolean);
  const named = windowsZones.get(words.toLowerCase());
  // There is a La Paz in Bolivia and one in Mexico. Some zones have another offset than their text says.
  return named ?? cities.find((zone) => hasOffset(zone, offset)) ?? shown ?? cities[0];
}

/** Finds a zone by its name in Windows. The time in summer is that of the same zone. */
const windowsZone = (name: string): string | undefined =>
  windowsZones.get(name.toLowerCase().replace(/ (?:daylight|summer) time\b/, " standard time"));

/** Some programs write the name within a path, such as "/mozilla.org/20050126_1/America/New_York". */
function endsOf(name: string): string[] {
  const parts = name.replaceAll(" ", "_").split("/");
  return [parts.join("/"), parts.slice(-3).join("/"), parts.slice(-2).join("/"), parts.at(-1) ?? ""];
}

/** Finds the zone of a place, such as "America/New_York" or "Eastern Standard Time". */
export function zoneOfPlace(tzid: string): string | undefined {
  const name = tzid.trim();
  const ends = endsOf(name);
  const named = windowsZone(name) ?? shownZone(name) ?? oldZones.get(ends[2]?.toLowerCase() ?? "");
  const places = ends.filter((end) => /^[A-Za-z_]+\//.test(end) && !/^Etc\//i.test(end));
  return [...(named ? [named] : []), ...places].find((zone) => isKnown(zone) && !zone.startsWith("Etc/"));
}

/** Finds the zone that a name means by itself: that of a place, an offset or an abbreviation. */
export function zoneNamed(tzid: string): string | undefined {
  const name = tzid.trim();
  const others = [windowsZone(name), shownZone(name), offsetIn(name), /^z$/i.test(name) ? "UTC" : undefined];
  const abbreviations = endsOf(name).filter((end) => /^[A-Za-z]/.test(end));
  return (
    zoneOfPlace(name) ?? [...others, ...abbreviations].filter((zone) => zone !== undefined).find(isKnown)
  );
}
