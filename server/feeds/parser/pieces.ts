// A calendar in pieces, so that one event which cannot be understood takes nothing with it.
import ICAL from "ical.js";

/** Only what we show reaches the library: an odd attendee is no reason to lose an event. */
const wanted = new Set([
  ...["BEGIN", "END", "METHOD", "NAME", "X-WR-CALNAME"],
  ...["UID", "SEQUENCE", "STATUS", "SUMMARY", "LOCATION", "DESCRIPTION"],
  ...["DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID"],
  ...["TZID", "TZOFFSETFROM", "TZOFFSETTO", "X-MICROSOFT-CDO-ALLDAYEVENT"],
]);

function isWanted(line: string): boolean {
  const [, name = ""] = /^([\w-]+)[;:]/.exec(line) ?? [];
  return wanted.has(name.toUpperCase()) && line.includes(":");
}

/** Files that were put together have marks in them, and one of Exchange's own zones has a colon in its name. */
const withoutQuirks = (line: string): string =>
  line
    .trimEnd()
    .replace(/^\ufeff/, "")
    .replace(/;TZID=(tzone:[^:;"]+):/i, ';TZID="$1":');

const linesOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
    .map(withoutQuirks)
    .filter(isWanted);

/** A calendar that only calls off need not say it of each event. */
function* withCalledOff(lines: readonly string[]): Generator<string> {
  let isCalledOff = false;
  for (const line of lines) {
    if (/^BEGIN:VCALENDAR$/i.test(line)) isCalledOff = false;
    if (/^METHOD:CANCEL$/i.test(line)) isCalledOff = true;
    yield line;
    if (isCalledOff && /^BEGIN:VEVENT$/i.test(line)) yield "STATUS:CANCELLED";
  }
}

const isMarkedAllDay = (part: readonly string[]): boolean =>
  part.some((line) => /^X-MICROSOFT-CDO-ALLDAYEVENT:TRUE$/i.test(line)) &&
  part.some((line) => /^DTSTART(?:;.*)?:\d{8}T000000$/i.test(line));

/** Outlook writes a whole day as one from midnight to midnight in its own zone, and says so beside. */
const onDays = (line: string): string =>
  line.replace(
    /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(?:;.*)?:([\dTZ,]+)$/i,
    (_, name, times) => `${name};VALUE=DATE:${times.replace(/T\d{6}Z?/g, "")}`,
  );

export interface Pieces {
  /** Lines of the calendar itself. */
  readonly own: string[];
  /** Events, zones and the like, each with its first and its last line. */
  readonly parts: string[][];
  /** Whether everything that begins has an end. */
  readonly isWhole: boolean;
}

export function piecesOf(text: string): Pieces {
  const own: string[] = [];
  const parts: string[][] = [];
  let depth = 0;
  for (const line of withCalledOff(linesOf(text))) {
    const isBegin = /^BEGIN:/i.test(line);
    if (isBegin) depth += 1;
    if (isBegin && depth === 2) parts.push([]);
    (depth > 1 ? parts.at(-1) : own)?.push(line);
    if (/^END:/i.test(line)) depth -= 1;
  }
  return { own, parts, isWhole: depth === 0 };
}

/** Undefined where its lines make no sense. */
export function componentOf(part: readonly string[]): ICAL.Component | undefined {
  const lines = isMarkedAllDay(part) ? part.map(onDays) : part;
  try {
    return new ICAL.Component(ICAL.parse(lines.join("\r\n")));
  } catch {
    return undefined;
  }
}
