import type { calendar_v3 } from "@googleapis/calendar";
import type { ColumnType, Generated } from "kysely";
import type { EventCategory, EventPart } from "#contract/calendar/calendar.ts";
import type { LeadTime } from "#contract/calendar/reminders.ts";
import type { Channel } from "#contract/messages.ts";

interface CalendarSettings {
  family_id: number;
  show_kids_events: Generated<boolean>;
  show_family_events: Generated<boolean>;
  show_appointments: Generated<boolean>;
}

interface SubscribedCalendars {
  family_id: number;
  id: Generated<number>;
  purpose: "calendar" | "local-events" | "google";
  /** Encrypted with the server's key. */
  sealed_url: Buffer;
  name: string;
  category: Generated<EventCategory>;
  etag: string | null;
  last_modified: string | null;
  digest: Buffer;
  parsed_at: Date;
  changed_at: Generated<Date>;
  fetched_at: Date;
  failed_at: Date | null;
  failures: Generated<number>;
  failure: string | null;
  due_at: Date;
  events_found: number | null;
  events_unreadable: number | null;
  first_unreadable: string | null;
}

interface SubscribedEvents {
  family_id: number;
  calendar_id: number;
  id: Generated<number>;
  occurrence: string;
  title: string;
  location: string;
  description: string;
  /** YYYY-MM-DD HH:MM:SS on the family's clock. */
  starts_on_clock: string;
  ends_on_clock: string;
  is_all_day: boolean;
  revision: Generated<number>;
  revised_at: Generated<Date>;
}

interface ManualEvents {
  family_id: number;
  id: Generated<number>;
  title: string;
  /** Wall-clock times in the family's zone: YYYY-MM-DD HH:MM:SS. */
  starts_on_clock: string;
  ends_on_clock: string;
  location: string;
  category: Generated<EventCategory>;
  is_active: Generated<boolean>;
  is_all_day: Generated<boolean>;
  recurrence: Generated<string | null>;
  series_id: Generated<number | null>;
  expanded_until: Generated<string>;
  revision: Generated<number>;
  revised_at: Generated<Date>;
  /** YYYY-MM-DD */
  replaced_date: Generated<string | null>;
  /** HH:MM:SS */
  replaced_time: Generated<string | null>;
}

interface ManualEventOccurrences {
  family_id: number;
  manual_event_id: number;
  starts_on_clock: string;
  ends_on_clock: string;
}

interface ManualEventExceptions {
  family_id: number;
  manual_event_id: number;
  /** YYYY-MM-DD */
  occurrence_date: string;
  /** HH:MM:SS; null is the whole day. */
  occurrence_time: string | null;
}

interface ManualEventPeople {
  family_id: number;
  manual_event_id: number;
  person_id: number;
  part: EventPart;
}

/** The properties of an event that are requested and stored: neither the attendees nor their addresses. */
export type GoogleEvent = Pick<
  calendar_v3.Schema$Event,
  | ("id" | "iCalUID" | "status" | "visibility" | "summary" | "location" | "description" | "start" | "end")
  | ("recurrence" | "recurringEventId" | "originalStartTime")
> & {
  /** True if the owner of the calendar has said that they are not coming. */
  isDeclined?: true;
};

interface CalendarConnectionAttempts {
  family_id: number;
  state_hash: Buffer;
  session_id: number;
  expires_at: Date;
}

interface CalendarConnections {
  family_id: number;
  connected_by: number;
  subject: string;
  /** Encrypted with the server's key. */
  sealed_refresh_token: Buffer;
  connected_at: Date;
  revoked_at: Date | null;
}

/** A trigger fills it when a connection ends. */
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
  calendar_id: number;
  google_id: string;
  event: ColumnType<GoogleEvent, string>;
}

interface PublishedCalendars {
  family_id: number;
  person_id: number;
  secret_hash: Buffer;
  /** Encrypted with the server's key, so that it can be shown again. */
  sealed_secret: Buffer;
  categories: Generated<EventCategory[]>;
  has_own_events: Generated<boolean>;
  digest: string | null;
  changed_at: Date;
}

interface ReminderChoices {
  family_id: number;
  person_id: number;
  is_on: boolean;
  lead_time: LeadTime;
  channel: Channel;
  categories: EventCategory[];
  chosen_at: Date;
  check_at: Date;
}

interface Reminders {
  id: Generated<number>;
  /** Counts the changes of the message's content. */
  version: Generated<number>;
  family_id: number;
  person_id: number;
  event_id: string;
  message: "begins" | "moved" | "cancelled";
  title: string;
  location: string;
  category: EventCategory;
  source: string;
  is_all_day: boolean;
  /** YYYY-MM-DD HH:MM:SS on the family's clock. */
  starts_on_clock: string;
  /** YYYY-MM-DD */
  reminded_day: string | null;
  sent_at: Date | null;
}

export interface CalendarTables {
  calendar_settings: CalendarSettings;
  subscribed_calendars: SubscribedCalendars;
  subscribed_events: SubscribedEvents;
  manual_events: ManualEvents;
  manual_event_occurrences: ManualEventOccurrences;
  manual_event_exceptions: ManualEventExceptions;
  manual_event_people: ManualEventPeople;
  calendar_connection_attempts: CalendarConnectionAttempts;
  calendar_connections: CalendarConnections;
  calendar_revocations: CalendarRevocations;
  google_events: GoogleEvents;
  published_calendars: PublishedCalendars;
  reminder_choices: ReminderChoices;
  reminders: Reminders;
}
