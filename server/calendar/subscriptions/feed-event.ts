import type { EventCounts } from "#contract/calendar/subscriptions.ts";

/** One occurrence of an event that a feed has, on the clock of the family. */
export interface FeedEvent {
  /** Which event and which of its occurrences: the same at the next reading. */
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

/** What the parser's process is told. */
export interface ParsingTask {
  readonly contents: CalendarContents;
  /** Of the family. */
  readonly timeZone: string;
  /** Days, the second one not included. */
  readonly from: string;
  readonly until: string;
  readonly maxEvents: number;
  readonly maxOccurrences: number;
}

/** What it answers. */
export type Parsed =
  | {
      readonly kind: "calendar";
      readonly name: string;
      readonly events: readonly FeedEvent[];
      readonly counts: EventCounts;
    }
  | { readonly kind: "not-a-calendar" | "too-big" | "broken" };
