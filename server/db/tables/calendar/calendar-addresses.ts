// Where the calendar apps of a person find the calendar of a family.
import type { Generated } from "kysely";
import type { EventCategory } from "#contract/calendar/calendar.ts";

interface CalendarAddresses {
  family_id: number;
  person_id: number;
  secret_hash: Buffer;
  /** Under the server's key, so that it can be shown again. */
  sealed_secret: Buffer;
  categories: Generated<EventCategory[]>;
  /** Whether what they have connected themselves is in it. */
  has_own_events: Generated<boolean>;
  /** Of the calendar as it was read last. */
  digest: string | null;
  changed_at: Date;
}

export interface CalendarAddressTables {
  calendar_addresses: CalendarAddresses;
}
