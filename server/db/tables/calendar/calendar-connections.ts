// The Google calendar that a family has connected, and the ways to it.
import type { calendar_v3 } from "@googleapis/calendar";
import type { ColumnType, Generated } from "kysely";

/** What is asked for and kept of an event: neither who takes part, nor their addresses. */
export type GoogleEvent = Pick<
  calendar_v3.Schema$Event,
  | ("id" | "iCalUID" | "status" | "visibility" | "summary" | "location" | "description" | "start" | "end")
  | ("recurrence" | "recurringEventId" | "originalStartTime")
> & {
  /** Whoever's calendar it is has said that they do not come. */
  isDeclined?: true;
};

interface CalendarAttempts {
  family_id: number;
  state_hash: Buffer;
  session_id: number;
  expires_at: Date;
}

interface CalendarConnections {
  family_id: number;
  connected_by: number;
  subject: string;
  /** Under the server's key. */
  sealed_refresh_token: Buffer;
  connected_at: Date;
  /** When Google said that it does not let us read any more. */
  revoked_at: Date | null;
}

/** Filled by a trigger, whenever a connection goes. */
interface CalendarRevocations {
  family_id: number;
  id: Generated<number>;
  subject: string;
  sealed_refresh_token: Buffer;
  attempts: Generated<number>;
  due_at: Date;
}

interface GoogleEvents {
  family_id: number;
  feed_id: number;
  google_id: string;
  event: ColumnType<GoogleEvent, string>;
}

export interface CalendarConnectionTables {
  calendar_attempts: CalendarAttempts;
  calendar_connections: CalendarConnections;
  calendar_revocations: CalendarRevocations;
  google_events: GoogleEvents;
}
