import type { EventCounts } from "#contract/calendar/subscriptions.ts";

/** The most characters that are shown of each text of an event, by its name in iCalendar. */
export const maxTextLengths = { summary: 200, location: 200, description: 500 };

/** One occurrence of an event in a subscribed calendar, on the family's clock. */
export interface SubscribedEvent {
  /** Identifies the event and its occurrence. It stays the same at the next fetch. */
  readonly occurrence: string;
  readonly title: string;
  readonly location: string;
  readonly description: string;
  /** YYYY-MM-DDTHH:MM:SS */
  readonly startsOnClock: string;
  readonly endsOnClock: string;
  readonly isAllDay: boolean;
}

/** A property of an event, in the form of jCal (RFC 7265). */
export type CalendarProperty = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: "text" | "date" | "date-time",
  value: string,
];

/** An event of a calendar that comes as data. */
export interface StructuredEvent {
  readonly properties: readonly CalendarProperty[];
  /** Lines of iCalendar: RRULE, EXRULE, RDATE and EXDATE. */
  readonly recurrence: readonly string[];
}

/** The text of a calendar, or its events. */
export type CalendarContents = string | readonly StructuredEvent[];

/** The task that a parser process gets. */
export interface ParsingTask {
  readonly contents: CalendarContents;
  /** The family's time zone. */
  readonly timeZone: string;
  /** Two days. The second one is not included. */
  readonly from: string;
  readonly until: string;
  readonly maxEvents: number;
  readonly maxOccurrences: number;
}

/** The answer of a parser process. */
export type Parsed =
  | {
      readonly kind: "calendar";
      readonly name: string;
      readonly events: readonly SubscribedEvent[];
      readonly counts: EventCounts;
    }
  | { readonly kind: "not-a-calendar" | "too-big" | "broken" };
