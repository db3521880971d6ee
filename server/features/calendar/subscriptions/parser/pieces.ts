// Splits a calendar into pieces, so that an event that cannot be read does not affect the others.
import ICAL from "ical.js";
import { dayIn } from "../../recurrence/whole-days.ts";
import { decodedText } from "../charsets.ts";
import { ComponentReader, withTextsJoined } from "./components.ts";
import { hasTimes, inZoneOfStart, normalizedLines, normalizedOffsets, normalizedRule } from "./habits.ts";

/** Only properties that we show reach the library, so that an odd attendee does not cost us an event. */
const wanted = new Set([
  ...["BEGIN", "END", "METHOD", "NAME", "X-WR-CALNAME"],
  ...["UID", "SEQUENCE", "STATUS", "SUMMARY", "LOCATION", "DESCRIPTION"],
  ...["DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID"],
  ...["TZID", "TZOFFSETFROM", "TZOFFSETTO", "X-LIC-LOCATION", "X-MICROSOFT-CDO-ALLDAYEVENT"],
]);

const emptyLine = /^[\w-]+(?:;[\w-]+=(?:"[^"]*"|[^":;]*))*:\s*$/;

/** Empty lines are left out. With an empty RRULE, the whole event would be unreadable. */
function isWanted(line: string): boolean {
  const [, name = ""] = /^([\w-]+)[;:]/.exec(line) ?? [];
  const isEmpty = line.endsWith(":") && emptyLine.test(line);
  return wanted.has(name.toUpperCase()) && line.includes(":") && !isEmpty;
}

/** A name such as "(UTC+01:00) Berlin" or "tzone://Microsoft/Utc" goes on to the colon before the time. */
const colonName = /;TZID=((?![":;])(?:[^":;]|:(?!\s*\d{4}-?\d\d-?\d\d))*)(?=[:;])/i;

/** Joined files contain byte order marks, and some zones have a colon in their names. */
function withoutQuirks(written: string): string {
  const line = written.trimEnd().replace(/^\ufeff/, "");
  return hasTimes(line) ? line.replace(colonName, ';TZID="$1"') : line;
}

const encoded = /^([\w-]+(?:;[\w-]+=[^":;]*)*?);ENCODING=QUOTED-PRINTABLE((?:;[\w-]+=[^":;]*)*):(.*)$/i;

const bytesIn = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

/** Phones of the nineties wrote texts like e-mail (vCalendar 1.0). */
function decoded(line: string): string {
  const [, name, more = "", text = ""] = encoded.exec(line) ?? [];
  if (!name) return line.replace(/=0D=0A=?/gi, "\\n");
  const words = /^[\0-\x7f]*$/.test(text)
    ? decodedText(bytesIn(text), /CHARSET=([\w-]+)/i.exec(line)?.[1])
    : text;
  return `${name}${more}:${words.replace(/\r?\n/g, "\\n")}`.replace(/;CHARSET=[^":;]*/i, "");
}

const edge = /^(?:BEGIN|END):V/i;

/** A line of such a text that ends with "=" goes on in the next. */
function* wholeLines(lines: readonly string[]): Generator<string> {
  let begun = "";
  for (const [at, line] of lines.entries()) {
    const isEncoded = begun !== "" || /;ENCODING=QUOTED-PRINTABLE[;:]/i.test(line);
    begun += isEncoded ? line.replace(/=$/, "") : line;
    if (isEncoded && line.endsWith("=") && !edge.test(lines[at + 1] ?? "END:V")) continue;
    yield decoded(begun);
    begun = "";
  }
}

const unfoldedLines = (text: string): string[] => [
  ...wholeLines(
    text
      .replace(/\r\n?/g, "\n")
      .replace(/\n[ \t]/g, "")
      .split("\n")
      .map(withoutQuirks),
  ),
];

function* cleanLine(line: string): Generator<string> {
  if (hasTimes(line)) yield* normalizedLines(line);
  else yield* normalizedOffsets(line);
}

const cleanLines = (lines: readonly string[]): string[] =>
  lines.filter(isWanted).flatMap((line) => [...cleanLine(line)]);

export const linesOf = (text: string): string[] => cleanLines(unfoldedLines(text));

const startLine = /^DTSTART(?:;.*)?:\d{8}T(\d\d)(\d{4})(Z?)$/i;

/** Midnight of one zone is another time in UTC. */
function isMarkedAllDay(part: readonly string[]): boolean {
  const isMarked = part.some((line) => /^X-MICROSOFT-CDO-ALLDAYEVENT:TRUE$/i.test(line));
  const [, hour, rest = "", utc] = (isMarked && part.map((line) => startLine.exec(line)).find(Boolean)) || [];
  return utc ? /^(?:00|15|30|45)00$/.test(rest) : `${hour}${rest}` === "000000";
}

const dayLine = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(?:;.*)?:([\dTZ,]+)$/i;

/** Outlook writes an all-day event from midnight to midnight in its own zone and adds a property that says so. */
const onDays = (line: string, timeZone: string): string =>
  line.replace(dayLine, (_, name, times) => {
    const days = times.split(",").map((time: string) => dayIn(time, timeZone));
    return `${name};VALUE=DATE:${days}`;
  });

export interface Pieces {
  /** The lines of the calendar itself. */
  readonly own: string[];
  /** Events, zones and other components, each from its first to its last line. */
  readonly parts: string[][];
  /** Whether every calendar has its end. */
  readonly isWhole: boolean;
}

export function piecesOf(text: string): Pieces {
  const { own, parts, isWhole } = new ComponentReader(unfoldedLines(text));
  return { own: cleanLines(own), parts: parts.map((part) => cleanLines(withTextsJoined(part))), isWhole };
}

export const isEvent = ([first]: readonly string[]): boolean => first === "BEGIN:VEVENT";

/** Our own engine reads the rules, so the library only passes them on. */
const asText = (line: string): string => line.replace(/^(RRULE|EXRULE)(?:;[^:]*)?:/i, "$1;VALUE=TEXT:");

const withNormalizedRule = (line: string): string =>
  line.replace(/^(RRULE(?:;[^:]*)?:)(.*)$/i, (_, name, rule) => name + normalizedRule(rule));

export function linesToParse(part: readonly string[], timeZone: string): readonly string[] {
  if (!isEvent(part)) return part.map(withNormalizedRule);
  const days = isMarkedAllDay(part) ? part.map((line) => onDays(line, timeZone)) : part;
  return inZoneOfStart(days).map(asText);
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
export function componentOf(part: readonly string[], timeZone: string): ICAL.Component | undefined {
  const lines = linesToParse(part, timeZone);
  return parsed(lines) ?? parsed(lines.filter(isReadable));
}
