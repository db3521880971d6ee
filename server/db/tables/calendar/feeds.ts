import type { Generated } from "kysely";
import type { EventCategory } from "#contract/calendar/calendar.ts";

interface CalendarSettings {
  family_id: number;
  show_kids_events: boolean;
  show_family_events: boolean;
  show_appointments: boolean;
}

interface Feeds {
  family_id: number;
  id: Generated<number>;
  purpose: "calendar" | "local-events" | "google";
  /** Under the server's key. */
  sealed_url: Buffer;
  name: string;
  category: Generated<EventCategory>;
  etag: string | null;
  last_modified: string | null;
  digest: Buffer;
  parsed_at: Date;
  read_at: Date;
  failed_at: Date | null;
  failures: Generated<number>;
  failure: string | null;
  due_at: Date;
  events_found: number | null;
  events_unreadable: number | null;
  first_unreadable: string | null;
}

interface FeedEvents {
  family_id: number;
  feed_id: number;
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

export interface FeedTables {
  calendar_settings: CalendarSettings;
  feeds: Feeds;
  feed_events: FeedEvents;
}
