// Calendar programs write some lines in their own way. These are rewritten as RFC 5545 has them.

const dateLine = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;[\w-]+=(?:"[^"]*"|[^":;]*))*):\s*(\S.*)$/i;
const oneTime = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

interface WrittenTime {
  readonly text: string;
  readonly isDay: boolean;
  readonly isMidnight: boolean;
}

const inUtc = (local: string, offset: string): string =>
  `${Temporal.Instant.from(local + offset)
    .toString({ smallestUnit: "second" })
    .replace(/[-:]|Z/g, "")}Z`;

/** Converts "2026-12-25 10:00" to 20261225T100000. Returns undefined if it is not a time. */
function timeIn(written: string): WrittenTime | undefined {
  const found = oneTime.exec(written.trim());
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second = "00", zone = ""] = found;
  const date = `${year}${month}${day}`;
  if (hour === undefined) return { text: date, isDay: true, isMidnight: true };
  const isMidnight = hour + minute + second === "000000";
  const text =
    zone.length > 1
      ? inUtc(`${year}-${month}-${day}T${hour}:${minute}:${second}`, zone)
      : `${date}T${hour}${minute}${second}${zone.toUpperCase()}`;
  return { text, isDay: false, isMidnight };
}

/** Times with a "Z" are in UTC, even if the line names another zone. Days have no zone. */
function parametersFor(parameters: string, isZoned: boolean): string {
  const without = parameters.replace(/;VALUE=(?:"[^"]*"|[^";]*)/gi, "");
  return isZoned ? without : without.replace(/;TZID=(?:"[^"]*"|[^";]*)/gi, "");
}

/** The form of a value decides whether it is a day. With VALUE=DATE, midnight is a day, too. */
function* timeLines(name: string, parameters: string, times: readonly WrittenTime[]): Generator<string> {
  const isSaidDay = /;VALUE=DATE(?:;|$)/i.test(parameters);
  const kinds = Map.groupBy(times, ({ text, isDay, isMidnight }) => {
    if (isDay || (isSaidDay && isMidnight)) return "day";
    return text.endsWith("Z") ? "utc" : "clock";
  });
  for (const [kind, list] of kinds) {
    const values = list.map(({ text }) => (kind === "day" ? text.slice(0, 8) : text)).join(",");
    const value = kind === "day" ? ";VALUE=DATE" : "";
    yield `${name}${value}${parametersFor(parameters, kind === "clock")}:${values}`;
  }
}

export const hasTimes = (line: string): boolean =>
  /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[;:]/i.test(line);

/** Returns one line, or several if a list mixes days and times. */
export function* normalizedLines(line: string): Generator<string> {
  const [, name, parameters = "", value = ""] = dateLine.exec(line) ?? [];
  const isPeriod = value.includes("/");
  const times = isPeriod ? [] : value.split(",").map(timeIn);
  const read = times.filter((time) => time !== undefined);
  if (name && read.length > 0) yield* timeLines(name, parameters, read);
  else if (name && isPeriod)
    yield `${name};VALUE=PERIOD${parametersFor(parameters, true)}:${value.replace(/[,\s]+$/, "")}`;
  else yield line;
}

const offsetLine = /^(TZOFFSET(?:FROM|TO))(?:;[^:]*)?:\s*([+\-\u2212]?)(\d\d?):?(\d\d)?(?::?\d\d)?$/i;

/** Converts "TZOFFSETTO:1000" and "TZOFFSETTO:+10:00" to what the library reads. An offset that is none is left out. */
export function* normalizedOffsets(line: string): Generator<string> {
  const [, name, sign, hours = "", minutes = "00"] = offsetLine.exec(line) ?? [];
  if (name) yield `${name}:${sign === "" || sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}${minutes}`;
  else if (!/^TZOFFSET/i.test(line)) yield line;
}

const startLine = /^DTSTART(?:;.*)?:\d{8}T\d{6}(Z?)$/i;
const floatingLine = /^(DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;.*)?):((?:\d{8}T\d{6},?)+)$/i;

/** Times without a zone are in the zone of their event's start. */
export function inZoneOfStart(part: readonly string[]): readonly string[] {
  const start = part.find((line) => startLine.test(line)) ?? "";
  const [zone = ""] = /;TZID=(?:"[^"]*"|[^":;]*)/i.exec(start) ?? [];
  const isUtc = start.endsWith("Z");
  if (!zone && !isUtc) return part;
  return part.map((line) => {
    const [, name, parameters = "", times = ""] = floatingLine.exec(line) ?? [];
    if (!name || /;TZID=/i.test(parameters)) return line;
    return isUtc
      ? `${name}${parameters}:${times.replace(/\d{8}T\d{6}/g, "$&Z")}`
      : `${name}${zone}${parameters}:${times}`;
  });
}

function rulePart(part: string): string {
  const [name = "", value = ""] = part.split("=");
  // Some programs write 0 or -1 to mean that nothing was chosen.
  if (/^(?:INTERVAL|COUNT)$/i.test(name) && /^-?[01]$/.test(value) && value !== "1") return "";
  return /^UNTIL$/i.test(name) ? `UNTIL=${timeIn(value)?.text ?? value}` : `${name}=${value}`;
}

/** Removes spaces and empty parts from a recurrence rule. */
export const normalizedRule = (rule: string): string =>
  rule
    .replace(/\s/g, "")
    .split(";")
    .filter((part) => /=./.test(part))
    .map(rulePart)
    .filter(Boolean)
    .join(";");
