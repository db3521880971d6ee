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

/** What the parser's process is told. */
export interface ParsingTask {
  readonly text: string;
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
