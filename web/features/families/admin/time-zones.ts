export interface Zone {
  value: string;
  label: string;
}

export interface ZoneGroup {
  label: string;
  zones: Zone[];
}

/** "America/New_York" becomes "New York". A zone without a place keeps its name. */
export const placeOf = (zone: string): string =>
  (zone.includes("/") ? zone.slice(zone.indexOf("/") + 1) : zone).replaceAll("_", " ").replaceAll("/", ", ");

/** "Eastern Time" */
function nameOf(zone: string): string | undefined {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value;
}

const named = (zone: string): Zone => ({ value: zone, label: `${placeOf(zone)} (${nameOf(zone)})` });
const plain = (zone: string): Zone => ({ value: zone, label: placeOf(zone) });

export const byLabel = (one: Zone, other: Zone): number => one.label.localeCompare(other.label);

const regions: Record<string, string> = { America: "The Americas", Indian: "Indian Ocean" };
const regionOf = (zone: string): string => {
  const [region = ""] = zone.split("/");
  return zone.includes("/") ? (regions[region] ?? region) : "Others";
};

/** The time zones of a country, if the browser knows them. */
function zonesOf(country: string): string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale("und", {
    region: country,
  });
  return locale.getTimeZones?.() ?? [];
}

/** The country's own zones first, then the others by region. The current zone is always included. */
export function zoneGroups(
  country: string,
  countryName: string,
  current: string,
  zones = Intl.supportedValuesOf("timeZone"),
): ZoneGroup[] {
  const own = new Set(zonesOf(country));
  const all = new Set([...zones, current]);
  const others = new Map<string, string[]>();
  for (const zone of all) {
    const region = regionOf(zone);
    if (!own.has(zone)) others.set(region, [...(others.get(region) ?? []), zone]);
  }
  const groups = [...others].map(([label, zones]) => ({ label, zones: zones.map(plain).sort(byLabel) }));
  groups.sort((one, other) => one.label.localeCompare(other.label));
  if (own.size === 0) return groups;
  return [{ label: countryName, zones: [...own].map(named).sort(byLabel) }, ...groups];
}
