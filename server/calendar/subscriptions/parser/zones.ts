import ICAL from "ical.js";

// Windows, Outlook and Exchange have their own names for time zones, and so had System V. This list comes from Unicode's
// CLDR.
const names = `
Dateline Standard Time=Etc/GMT+12
UTC-11=Etc/GMT+11
Hawaiian Standard Time=Pacific/Honolulu
Aleutian Standard Time=America/Adak
Alaskan Standard Time=America/Anchorage
Pacific Standard Time=America/Los_Angeles
Pacific Standard Time (Mexico)=America/Tijuana
US Mountain Standard Time=America/Phoenix
Mountain Standard Time=America/Denver
Mountain Standard Time (Mexico)=America/Mazatlan
Central Standard Time=America/Chicago
Central Standard Time (Mexico)=America/Mexico_City
Central America Standard Time=America/Guatemala
Canada Central Standard Time=America/Regina
Eastern Standard Time=America/New_York
Eastern Standard Time (Mexico)=America/Cancun
US Eastern Standard Time=America/Indiana/Indianapolis
SA Pacific Standard Time=America/Bogota
Cuba Standard Time=America/Havana
Haiti Standard Time=America/Port-au-Prince
Atlantic Standard Time=America/Halifax
Venezuela Standard Time=America/Caracas
SA Western Standard Time=America/La_Paz
Central Brazilian Standard Time=America/Cuiaba
Paraguay Standard Time=America/Asuncion
Pacific SA Standard Time=America/Santiago
Newfoundland Standard Time=America/St_Johns
E. South America Standard Time=America/Sao_Paulo
SA Eastern Standard Time=America/Cayenne
Argentina Standard Time=America/Argentina/Buenos_Aires
Montevideo Standard Time=America/Montevideo
Greenland Standard Time=America/Nuuk
Azores Standard Time=Atlantic/Azores
Cape Verde Standard Time=Atlantic/Cape_Verde
GMT Standard Time=Europe/London
Greenwich Standard Time=Atlantic/Reykjavik
Morocco Standard Time=Africa/Casablanca
W. Europe Standard Time=Europe/Berlin
Central Europe Standard Time=Europe/Budapest
Romance Standard Time=Europe/Paris
Central European Standard Time=Europe/Warsaw
W. Central Africa Standard Time=Africa/Lagos
GTB Standard Time=Europe/Bucharest
E. Europe Standard Time=Europe/Chisinau
FLE Standard Time=Europe/Kyiv
Egypt Standard Time=Africa/Cairo
South Africa Standard Time=Africa/Johannesburg
Israel Standard Time=Asia/Jerusalem
Jordan Standard Time=Asia/Amman
Middle East Standard Time=Asia/Beirut
Turkey Standard Time=Europe/Istanbul
Arab Standard Time=Asia/Riyadh
Arabic Standard Time=Asia/Baghdad
Russian Standard Time=Europe/Moscow
Belarus Standard Time=Europe/Minsk
E. Africa Standard Time=Africa/Nairobi
Iran Standard Time=Asia/Tehran
Arabian Standard Time=Asia/Dubai
Georgian Standard Time=Asia/Tbilisi
Caucasus Standard Time=Asia/Yerevan
Azerbaijan Standard Time=Asia/Baku
Afghanistan Standard Time=Asia/Kabul
West Asia Standard Time=Asia/Tashkent
Pakistan Standard Time=Asia/Karachi
Ekaterinburg Standard Time=Asia/Yekaterinburg
India Standard Time=Asia/Kolkata
Sri Lanka Standard Time=Asia/Colombo
Nepal Standard Time=Asia/Kathmandu
Central Asia Standard Time=Asia/Bishkek
Bangladesh Standard Time=Asia/Dhaka
Myanmar Standard Time=Asia/Yangon
SE Asia Standard Time=Asia/Bangkok
China Standard Time=Asia/Shanghai
Singapore Standard Time=Asia/Singapore
Taipei Standard Time=Asia/Taipei
W. Australia Standard Time=Australia/Perth
Tokyo Standard Time=Asia/Tokyo
Korea Standard Time=Asia/Seoul
AUS Central Standard Time=Australia/Darwin
Cen. Australia Standard Time=Australia/Adelaide
AUS Eastern Standard Time=Australia/Sydney
E. Australia Standard Time=Australia/Brisbane
Tasmania Standard Time=Australia/Hobart
West Pacific Standard Time=Pacific/Port_Moresby
Vladivostok Standard Time=Asia/Vladivostok
Central Pacific Standard Time=Pacific/Guadalcanal
New Zealand Standard Time=Pacific/Auckland
Fiji Standard Time=Pacific/Fiji
Tonga Standard Time=Pacific/Tongatapu
Samoa Standard Time=Pacific/Apia
Hawaii=Pacific/Honolulu
Alaska=America/Anchorage
Pacific Time (US & Canada)=America/Los_Angeles
Arizona=America/Phoenix
Mountain Time (US & Canada)=America/Denver
Central Time (US & Canada)=America/Chicago
Eastern Time (US & Canada)=America/New_York
Indiana (East)=America/Indiana/Indianapolis
Atlantic Time (Canada)=America/Halifax
tzone://Microsoft/Utc=UTC
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

const zones = new Map(
  names
    .trim()
    .split("\n")
    .map((each) => {
      const [name = "", zone = ""] = each.split("=");
      return [name.toLowerCase(), zone] as const;
    }),
);

/**
 * Finds a zone by its name in Windows, or by the text that Windows shows, such as "(UTC-05:00) Eastern Time (US &
 * Canada)".
 */
const windowsZone = (name: string): string | undefined =>
  zones.get(name.replace(/^\((?:UTC|GMT)[^)]*\) */i, "").toLowerCase());

/**
 * A time zone by its IANA name as this machine knows it, because the definition in a calendar may be old or malicious.
 */
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

/** Converts "UTC+1:00" and "GMT-5" to offsets that Temporal reads. */
function offsetIn(name: string): string | undefined {
  const [, sign, hours = "", minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(name) ?? [];
  return sign && Number(hours) < 24 ? `${sign}${hours.padStart(2, "0")}:${minutes}` : undefined;
}

/**
 * Finds "America/New_York", also at the end of "/mozilla.org/20050126_1/America/New_York", or by its name in Windows.
 */
function knownName(tzid: string): string | undefined {
  const parts = tzid.trim().replaceAll(" ", "_").split("/");
  const ends = [parts.join("/"), parts.slice(-3).join("/"), parts.slice(-2).join("/"), parts.at(-1) ?? ""];
  const named = windowsZone(tzid) ?? windowsZone(ends[2] ?? "") ?? offsetIn(tzid);
  return [...(named ? [named] : []), ...ends.filter((name) => /^[A-Za-z]/.test(name))].find(isKnown);
}

/** Registers the zones that the text names. One that is unknown and not defined there counts as the family's own. */
export function registerZones(text: string): void {
  // The zones of the previous calendar do not apply to this one.
  ICAL.TimezoneService.reset();
  const named = text.matchAll(
    /TZID[=:](?:"([^\r\n"]{1,100})"|(tzone:[^\r\n":;]{1,100}|(?:UTC|GMT)?[+-]\d\d?:\d\d|[^\r\n":;]{1,100}))/g,
  );
  for (const tzid of new Set([...named].map(([, quoted, plain = ""]) => quoted ?? plain))) {
    const name = knownName(tzid);
    if (name) ICAL.TimezoneService.register(new NamedZone({ tzid: name }), tzid);
  }
}

/** Whether the definition is not needed: we know the zone by its name, or it has no name, as some servers write it. */
export function isUnusedZone(component: ICAL.Component): boolean {
  const tzid = component.getFirstPropertyValue("tzid");
  return typeof tzid !== "string" || ICAL.TimezoneService.has(tzid);
}
