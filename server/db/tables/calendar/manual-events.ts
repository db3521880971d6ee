import type { Generated } from "kysely";
import type { EventCategory, EventPart } from "#contract/calendar/calendar.ts";

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
  known_until: Generated<string>;
  /** How often it was changed, and when last: for calendar apps. */
  revision: Generated<number>;
  revised_at: Generated<Date>;
  /** YYYY-MM-DD: the day of the series whose date this one is instead of. */
  instead_of: Generated<string | null>;
  /** HH:MM:SS, where that day has several. */
  instead_of_time: Generated<string | null>;
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
  excepted_on: string;
  /** HH:MM:SS; null is the whole day. */
  excepted_at: string | null;
}

interface ManualEventPeople {
  family_id: number;
  manual_event_id: number;
  person_id: number;
  part: EventPart;
}

export interface ManualEventTables {
  manual_events: ManualEvents;
  manual_event_occurrences: ManualEventOccurrences;
  manual_event_exceptions: ManualEventExceptions;
  manual_event_people: ManualEventPeople;
}
