import type { Generated } from "kysely";
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { LeadTime } from "#contract/calendar/reminders.ts";
import type { Channel } from "#contract/messages.ts";

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
  /** Counts the changes of what its message says. */
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
  reminded_of: string | null;
  told_at: Date | null;
}

export interface ReminderTables {
  reminder_choices: ReminderChoices;
  reminders: Reminders;
}
