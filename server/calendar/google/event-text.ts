// Google's events as a calendar's text: read by the one parser that all calendars of others go through.
import type { GoogleEvent } from "../../db/tables/calendar-connections.ts";

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

const isRule = (line: string): boolean => /^(?:RRULE|RDATE|EXDATE)[;:][^\r\n]*$/.test(line);

function eventLines(event: GoogleEvent): string[] {
  const { id, recurringEventId, originalStartTime, recurrence, status } = event;
  const rules = recurrence?.filter(isRule) ?? [];
  const repeats = rules.length > 0;
  const start = event.start ?? originalStartTime ?? {};
  return [
    ...["BEGIN:VEVENT", ...textLine("UID", recurringEventId ?? id)],
    ...timeLine("DTSTART", start, repeats),
    ...(event.end ? timeLine("DTEND", event.end, repeats) : []),
    ...(originalStartTime ? timeLine("RECURRENCE-ID", originalStartTime, false) : []),
    ...rules,
    ...(status === "cancelled" ? ["STATUS:CANCELLED"] : []),
    ...textLine("SUMMARY", event.summary),
    ...textLine("LOCATION", event.location),
    ...textLine("DESCRIPTION", event.description),
    "END:VEVENT",
  ];
}

/** One event whose times make no sense is left out. */
function linesOf(event: GoogleEvent): string[] {
  try {
    return eventLines(event);
  } catch {
    return [];
  }
}

export const calendarText = (events: readonly GoogleEvent[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flatMap(linesOf), "END:VCALENDAR", ""].join("\r\n");
