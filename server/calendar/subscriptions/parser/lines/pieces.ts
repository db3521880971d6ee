// Splits a calendar into pieces, so that an event that cannot be read does not affect the others.
import ICAL from "ical.js";
import { hasTimes, inZoneOfStart, normalizedLines } from "./habits.ts";

/** Only properties that we show reach the library, so that an odd attendee does not cost us an event. */
const wanted = new Set([
  ...["BEGIN", "END", "METHOD", "NAME", "X-WR-CALNAME"],
  ...["UID", "SEQUENCE", "STATUS", "SUMMARY", "LOCATION", "DESCRIPTION"],
  ...["DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID"],
  ...["TZID", "TZOFFSETFROM", "TZOFFSETTO", "X-MICROSOFT-CDO-ALLDAYEVENT"],
]);

const emptyLine = /^[\w-]+(?:;[\w-]+=(?:"[^"]*"|[^":;]*))*:\s*$/;

/** Empty lines are left out. With an empty RRULE, the whole event would be unreadable. */
function isWanted(line: string): boolean {
  const [, name = ""] = /^([\w-]+)[;:]/.exec(line) ?? [];
  const isEmpty = line.endsWith(":") && emptyLine.test(line);
  return wanted.has(name.toUpperCase()) && line.includes(":") && !isEmpty;
}

/** Joined files contain byte order marks, and some zones have a colon in their names. */
const withoutQuirks = (line: string): string =>
  line
    .trimEnd()
    .replace(/^\ufeff/, "")
    .replace(/;TZID=(tzone:[^:;"]+|(?:UTC|GMT)?[+-]\d\d?:\d\d):/i, ';TZID="$1":');

export const linesOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
    .map(withoutQuirks)
    .filter(isWanted)
    .flatMap((line) => (hasTimes(line) ? [...normalizedLines(line)] : line));

/** A calendar with METHOD:CANCEL does not have to mark each of its events as canceled. */
function* withCancellations(lines: readonly string[]): Generator<string> {
  let isCanceled = false;
  for (const line of lines) {
    if (/^BEGIN:VCALENDAR$/i.test(line)) isCanceled = false;
    if (/^METHOD:CANCEL$/i.test(line)) isCanceled = true;
    yield line;
    if (isCanceled && /^BEGIN:VEVENT$/i.test(line)) yield "STATUS:CANCELLED";
  }
}

const isMarkedAllDay = (part: readonly string[]): boolean =>
  part.some((line) => /^X-MICROSOFT-CDO-ALLDAYEVENT:TRUE$/i.test(line)) &&
  part.some((line) => /^DTSTART(?:;.*)?:\d{8}T000000$/i.test(line));

/** Outlook writes an all-day event from midnight to midnight in its own zone and adds a property that says so. */
const onDays = (line: string): string =>
  line.replace(
    /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(?:;.*)?:([\dTZ,]+)$/i,
    (_, name, times) => `${name};VALUE=DATE:${times.replace(/T\d{6}Z?/g, "")}`,
  );

export interface Pieces {
  /** The lines of the calendar itself. */
  readonly own: string[];
  /** Events, zones and other components, each from its first to its last line. */
  readonly parts: string[][];
  /** Whether every BEGIN has its END. */
  readonly isWhole: boolean;
}

const steps: Record<string, number> = { BEGIN: 1, END: -1 };

/** A calendar may contain another one, whose events are read like the others. */
export function piecesOf(text: string): Pieces {
  const own: string[] = [];
  const parts: string[][] = [];
  let calendars = 0;
  let depth = 0;
  for (const line of withCancellations(linesOf(text))) {
    const [, edge = "", name = ""] = /^(BEGIN|END):(\S*)/i.exec(line) ?? [];
    const step = steps[edge.toUpperCase()] ?? 0;
    if (name.toUpperCase() === "VCALENDAR") {
      calendars += step;
      continue;
    }
    if (step > 0 && depth === 0) parts.push([]);
    (depth > 0 || step > 0 ? parts.at(-1) : own)?.push(line);
    depth += step;
  }
  return { own, parts, isWhole: calendars === 0 && depth === 0 };
}

export const isEvent = ([first = ""]: readonly string[]): boolean => /^BEGIN:VEVENT$/i.test(first);

/** Our own engine reads the rules, so the library only passes them on. */
const asText = (line: string): string => line.replace(/^(RRULE|EXRULE)(?:;[^:]*)?:/i, "$1;VALUE=TEXT:");

export function linesToParse(part: readonly string[]): readonly string[] {
  if (!isEvent(part)) return part;
  return inZoneOfStart(isMarkedAllDay(part) ? part.map(onDays) : part).map(asText);
}

function parsed(lines: readonly string[]): ICAL.Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(lines.join("\r\n")));
  } catch {
    return undefined;
  }
}

function isReadable(line: string): boolean {
  if (/^(?:BEGIN|END):/i.test(line)) return true;
  try {
    return Boolean(ICAL.parse.property(line));
  } catch {
    return false;
  }
}

/** Leaves out lines that cannot be parsed. Returns undefined if none of the lines can. */
export function componentOf(part: readonly string[]): ICAL.Component | undefined {
  const lines = linesToParse(part);
  return parsed(lines) ?? parsed(lines.filter(isReadable));
}
