// The types of the tables in migrations/.
import type { Insertable, Kysely, Selectable } from "kysely";
import type { AccountTables } from "./tables/accounts.ts";
import type { ActivityTables } from "./tables/activity.ts";
import type { AllowanceTables } from "./tables/allowances.ts";
import type { BackupTables } from "./tables/backups.ts";
import type { CalendarAddressTables } from "./tables/calendar/calendar-addresses.ts";
import type { CalendarConnectionTables } from "./tables/calendar/calendar-connections.ts";
import type { FeedTables } from "./tables/calendar/feeds.ts";
import type { LocalEventTables } from "./tables/calendar/local-events.ts";
import type { ManualEventTables } from "./tables/calendar/manual-events.ts";
import type { ReminderTables } from "./tables/calendar/reminders.ts";
import type { FamilyTables } from "./tables/families.ts";
import type { EscalationPlanTables } from "./tables/help/escalation-plans.ts";
import type { HelpPhraseTables } from "./tables/help/help-phrases.ts";
import type { HelpRequestTables } from "./tables/help/help-requests.ts";
import type { ReachabilityTables } from "./tables/help/reachability.ts";
import type { InvitationTables } from "./tables/invitations.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { MessageTables } from "./tables/messages.ts";
import type { PuzzleTables } from "./tables/puzzles.ts";
import type { SandboxTables } from "./tables/sandbox.ts";
import type { SecretKeyTables } from "./tables/secret-key.ts";

export interface Schema
  extends AccountTables,
    ActivityTables,
    AllowanceTables,
    BackupTables,
    CalendarAddressTables,
    CalendarConnectionTables,
    FamilyTables,
    FeedTables,
    EscalationPlanTables,
    HelpPhraseTables,
    HelpRequestTables,
    InvitationTables,
    JobTables,
    LocalEventTables,
    ManualEventTables,
    MessageTables,
    PuzzleTables,
    ReachabilityTables,
    ReminderTables,
    SandboxTables,
    SecretKeyTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
