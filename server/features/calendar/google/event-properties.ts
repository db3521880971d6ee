// Converts Google's events to the properties that the parser of subscribed calendars reads.
import type { GoogleEvent } from "#server/platform/db/column-types.ts";
import type { CalendarProperty, StructuredEvent } from "../subscriptions/parsed-calendar.ts";

type Time = NonNullable<GoogleEvent["start"]>;

const inUtc = (dateTime: string): string =>
  `${Temporal.Instant.from(dateTime).toString({ smallestUnit: "second" }).slice(0, 19)}Z`;

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The time on the clock of its own zone, where a series keeps the same time all year. The parser knows more names of zones,
 * and Google writes the time as that clock shows it.
 */
const onClock = (dateTime: string, timeZone: string): string =>
  isKnown(timeZone)
    ? Temporal.Instant.from(dateTime)
        .toZonedDateTimeISO(timeZone)
        .toPlainDateTime()
        .toString({ smallestUnit: "second" })
    : Temporal.PlainDateTime.from(dateTime).toString({ smallestUnit: "second" });

function timeProperty(
  name: string,
  { date, dateTime, timeZone }: Time,
  repeats: boolean,
): CalendarProperty[] {
  if (date) return [[name, {}, "date", date]];
  if (!dateTime) return [];
  return repeats && timeZone
    ? [[name, { tzid: timeZone }, "date-time", onClock(dateTime, timeZone)]]
    : [[name, {}, "date-time", inUtc(dateTime)]];
}

const textProperty = (name: string, text: string | null | undefined): CalendarProperty[] =>
  text ? [[name, {}, "text", text]] : [];

const isRule = (line: string): boolean => /^(?:RRULE|EXRULE|RDATE|EXDATE)[;:][^\r\n]*$/.test(line);

/** A private event is shown as Google shows it to other people who can see the calendar. */
const wordsOf = ({ visibility, summary, location, description }: GoogleEvent): CalendarProperty[] =>
  visibility === "private" || visibility === "confidential"
    ? textProperty("summary", "Busy")
    : [
        ...textProperty("summary", summary),
        ...textProperty("location", location),
        ...textProperty("description", description),
      ];

type Uids = ReadonlyMap<string | null | undefined, string | null | undefined>;

/** The UID by which other calendars know the event. A canceled date of a series has only the id of the series. */
const uidIn = (uids: Uids, { id, iCalUID, recurringEventId }: GoogleEvent) =>
  uids.get(recurringEventId ?? id) ?? iCalUID ?? recurringEventId ?? id;

function structured(event: GoogleEvent, uids: Uids): StructuredEvent {
  const { originalStartTime, status, isDeclined } = event;
  const recurrence = event.recurrence?.filter(isRule) ?? [];
  const repeats = recurrence.length > 0;
  const start = event.start ?? originalStartTime ?? {};
  const properties = [
    ...textProperty("uid", uidIn(uids, event)),
    ...timeProperty("dtstart", start, repeats),
    ...(event.end ? timeProperty("dtend", event.end, repeats) : []),
    ...(originalStartTime ? timeProperty("recurrence-id", originalStartTime, false) : []),
    ...(status === "cancelled" || isDeclined ? textProperty("status", "CANCELLED") : []),
    ...wordsOf(event),
  ];
  return { properties, recurrence };
}

/** An event whose times make no sense is passed on without them, so that the parser counts it as unreadable. */
function withTimesThatMakeSense(event: GoogleEvent, uids: Uids): StructuredEvent {
  try {
    return structured(event, uids);
  } catch {
    return { properties: wordsOf(event), recurrence: [] };
  }
}

export function structuredEvents(events: readonly GoogleEvent[]): StructuredEvent[] {
  const uids = new Map(events.map(({ id, iCalUID }) => [id, iCalUID]));
  return events.map((event) => withTimesThatMakeSense(event, uids));
}
