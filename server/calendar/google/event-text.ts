// Google's events as a calendar's text: read by the one parser that all calendars of others go through.
import type { GoogleEvent } from "#server/db/tables/calendar/calendar-connections.ts";

type Time = NonNullable<GoogleEvent["start"]>;

const bare = (time: string): string => time.replace(/[-:]/g, "");

const inUtc = (dateTime: string): string =>
  `${bare(Temporal.Instant.from(dateTime).toString({ smallestUnit: "second" }).slice(0, 19))}Z`;

/** On the clock of its own zone: there what repeats stays at the same time all year. */
const onClock = (dateTime: string, timeZone: string): string =>
  bare(
    Temporal.Instant.from(dateTime)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: "second" }),
  );

function timeLine(name: string, { date, dateTime, timeZone }: Time, repeats: boolean): string[] {
  if (date) return [`${name};VALUE=DATE:${bare(date)}`];
  if (!dateTime) return [];
  return repeats && timeZone
    ? [`${name};TZID=${timeZone}:${onClock(dateTime, timeZone)}`]
    : [`${name}:${inUtc(dateTime)}`];
}

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, "\\n");

const textLine = (name: string, text: string | null | undefined): string[] =>
  text ? [`${name}:${escaped(text)}`] : [];

const isRule = (line: string): boolean => /^(?:RRULE|EXRULE|RDATE|EXDATE)[;:][^\r\n]*$/.test(line);

/** What somebody keeps to themselves is shown as Google shows it to those with whom they share the calendar. */
const wordsOf = ({ visibility, summary, location, description }: GoogleEvent): string[] =>
  visibility === "private" || visibility === "confidential"
    ? textLine("SUMMARY", "Busy")
    : [
        ...textLine("SUMMARY", summary),
        ...textLine("LOCATION", location),
        ...textLine("DESCRIPTION", description),
      ];

type Uids = ReadonlyMap<string | null | undefined, string | null | undefined>;

/** The UID by which other calendars know it too; a date of a series that was called off has only the series' id. */
const uidIn = (uids: Uids, { id, iCalUID, recurringEventId }: GoogleEvent) =>
  uids.get(recurringEventId ?? id) ?? iCalUID ?? recurringEventId ?? id;

function eventLines(event: GoogleEvent, uids: Uids): string[] {
  const { originalStartTime, recurrence, status, isDeclined } = event;
  const rules = recurrence?.filter(isRule) ?? [];
  const repeats = rules.length > 0;
  const start = event.start ?? originalStartTime ?? {};
  return [
    ...["BEGIN:VEVENT", ...textLine("UID", uidIn(uids, event))],
    ...timeLine("DTSTART", start, repeats),
    ...(event.end ? timeLine("DTEND", event.end, repeats) : []),
    ...(originalStartTime ? timeLine("RECURRENCE-ID", originalStartTime, false) : []),
    ...rules,
    ...(status === "cancelled" || isDeclined ? ["STATUS:CANCELLED"] : []),
    ...wordsOf(event),
    "END:VEVENT",
  ];
}

/** An event whose times make no sense goes on without them, so that the parser counts it as one it cannot read. */
function linesOf(event: GoogleEvent, uids: Uids): string[] {
  try {
    return eventLines(event, uids);
  } catch {
    return ["BEGIN:VEVENT", ...wordsOf(event), "END:VEVENT"];
  }
}

export function calendarText(events: readonly GoogleEvent[]): string {
  const uids = new Map(events.map(({ id, iCalUID }) => [id, iCalUID]));
  const lines = events.flatMap((event) => linesOf(event, uids));
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
}
