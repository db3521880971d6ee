// The types of the tables in migrations/.
import type { Generated, Insertable, Kysely, Selectable } from "kysely";
import type { EventCategory, EventPart } from "#contract/calendar.ts";
import type { Role } from "#contract/families.ts";
import type { HelpRequestState } from "#contract/help-requests.ts";
import type { AccountTables } from "./tables/accounts.ts";
import type { CalendarAddressTables } from "./tables/calendar-addresses.ts";
import type { CalendarConnectionTables } from "./tables/calendar-connections.ts";
import type { FeedTables } from "./tables/feeds.ts";
import type { HelpDeliveryTables } from "./tables/help-deliveries.ts";
import type { NotificationTables } from "./tables/notifications.ts";
import type { ReminderTables } from "./tables/reminders.ts";

interface Families {
  id: Generated<number>;
  name: string;
  time_zone: string;
  country: string;
  has_puzzle_library: Generated<boolean>;
  created_at: Date;
}

interface People {
  id: Generated<number>;
  username: string;
  grandparent_names: string | null;
  phone_number: string | null;
  email: string | null;
  password_hash: string | null;
  /** False while the password is the one that the browser made at sign-up. */
  has_chosen_password: Generated<boolean>;
  shares_puzzle: Generated<boolean>;
  created_at: Date;
}

interface Memberships {
  family_id: number;
  person_id: number;
  role: Role;
  joined_at: Date;
}

/** Everybody who ever was of a family, with the role they had last; a trigger on memberships fills it. */
interface Participants {
  family_id: number;
  person_id: number;
  role: Role;
}

interface Invitations {
  family_id: number;
  id: Generated<number>;
  name: string;
  email: string;
  phone_number: string | null;
  role: Role;
  status: Generated<"pending" | "accepted" | "declined">;
  code_hash: Buffer;
  /** The code under the server's key, so that "Share Link" can show it again. */
  sealed_code: Buffer;
  invited_by: number;
  accepted_by: number | null;
  created_at: Date;
  expires_at: Date;
  emailed_at: Date | null;
  texted_at: Date | null;
  renewal_asked_at: Date | null;
}

interface InvitationMessages {
  family_id: number;
  id: Generated<number>;
  channel: "email" | "sms";
  recipient: string;
  ip: string;
  sent_at: Date;
}

interface HelpCategories {
  id: number;
  name: string;
  icon: string;
}

interface HelpPhrases {
  id: number;
  category_id: number;
  phrase: string;
}

interface FamilyPhrases {
  family_id: number;
  id: Generated<number>;
  /** Null, like the words, where a phrase of the library is changed. */
  category_id: number | null;
  phrase: string | null;
  is_deleted: Generated<boolean>;
  is_hidden: Generated<boolean>;
  position: number | null;
}

interface HelpRequests {
  family_id: number;
  id: Generated<number>;
  asked_by: number;
  idempotency_key: string;
  phrase: string;
  phrase_id: number | null;
  category_id: number | null;
  state: HelpRequestState;
  helper_id: number | null;
  asked_at: Date;
  closed_at: Date | null;
  is_urgent: Generated<boolean>;
  /** The rest of the plan: server/help-requests/delivery/steps.ts. */
  plan: Generated<unknown>;
  plan_began_at: Date | null;
  next_step: Generated<number>;
  next_step_at: Date | null;
}

interface HelpRequestTransitions {
  from_state: HelpRequestState;
  to_state: HelpRequestState;
}

interface HelpRequestReceipts {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  state: HelpRequestState;
  person_id: number | null;
  at: Date;
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
  known_until: Generated<string>;
  /** How often it was changed, and when last: for calendar apps. */
  revision: Generated<number>;
  revised_at: Generated<Date>;
  /** YYYY-MM-DD: the day of the series whose date this one is instead of. */
  instead_of: Generated<string | null>;
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
}

interface ManualEventPeople {
  family_id: number;
  manual_event_id: number;
  person_id: number;
  part: EventPart;
}

interface Puzzles {
  family_id: number;
  id: Generated<number>;
  question: string;
  options: string[];
  correct_answer: string;
  is_active: Generated<boolean>;
  created_at: Date;
}

interface PuzzleAnswers {
  family_id: number;
  person_id: number;
  /** A day of the family: YYYY-MM-DD. */
  answered_on: string;
  puzzle_id: number;
  /** With this one; 0 when the answer was wrong. */
  days_in_row: number;
  answered_at: Date;
}

interface LocalEvents {
  family_id: number;
  id: Generated<number>;
  title: string;
  starts_on_clock: string;
  location: string;
  description: string;
}

interface SandboxMessages {
  id: Generated<number>;
  channel: "sms" | "email" | "push";
  recipient: string;
  subject: string | null;
  text: string;
  sent_at: Date;
}

export interface Schema
  extends AccountTables,
    CalendarAddressTables,
    CalendarConnectionTables,
    FeedTables,
    HelpDeliveryTables,
    NotificationTables,
    ReminderTables {
  families: Families;
  people: People;
  memberships: Memberships;
  participants: Participants;
  invitations: Invitations;
  invitation_messages: InvitationMessages;
  help_categories: HelpCategories;
  help_phrases: HelpPhrases;
  family_phrases: FamilyPhrases;
  help_requests: HelpRequests;
  help_request_transitions: HelpRequestTransitions;
  help_request_receipts: HelpRequestReceipts;
  manual_events: ManualEvents;
  manual_event_occurrences: ManualEventOccurrences;
  manual_event_exceptions: ManualEventExceptions;
  manual_event_people: ManualEventPeople;
  puzzles: Puzzles;
  puzzle_answers: PuzzleAnswers;
  local_events: LocalEvents;
  sandbox_messages: SandboxMessages;
}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
