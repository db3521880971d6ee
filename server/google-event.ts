import type { calendar_v3 } from "@googleapis/calendar";

/** What is asked for and kept of an event: neither who takes part, nor their addresses. */
const parts = [
  ...["id", "status", "eventType", "summary", "location", "description", "start", "end"],
  ...["recurrence", "recurringEventId", "originalStartTime"],
] as const;

export type GoogleEvent = Pick<calendar_v3.Schema$Event, (typeof parts)[number]>;

export const wantedParts = parts.join();
