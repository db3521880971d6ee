// The types of the tables in migrations/.
import type { Insertable, Kysely, Selectable } from "kysely";
import type { AccountTables } from "./tables/accounts.ts";
import type { CalendarAddressTables } from "./tables/calendar-addresses.ts";
import type { CalendarConnectionTables } from "./tables/calendar-connections.ts";
import type { FamilyTables } from "./tables/families.ts";
import type { FeedTables } from "./tables/feeds.ts";
import type { HelpDeliveryTables } from "./tables/help-deliveries.ts";
import type { HelpPhraseTables } from "./tables/help-phrases.ts";
import type { HelpRequestTables } from "./tables/help-requests.ts";
import type { InvitationTables } from "./tables/invitations.ts";
import type { LocalEventTables } from "./tables/local-events.ts";
import type { ManualEventTables } from "./tables/manual-events.ts";
import type { NotificationTables } from "./tables/notifications.ts";
import type { PuzzleTables } from "./tables/puzzles.ts";
import type { ReachabilityTables } from "./tables/reachability.ts";
import type { ReminderTables } from "./tables/reminders.ts";
import type { SandboxTables } from "./tables/sandbox.ts";

export interface Schema
  extends AccountTables,
    CalendarAddressTables,
    CalendarConnectionTables,
    FamilyTables,
    FeedTables,
    HelpDeliveryTables,
    HelpPhraseTables,
    HelpRequestTables,
    InvitationTables,
    LocalEventTables,
    ManualEventTables,
    NotificationTables,
    PuzzleTables,
    ReachabilityTables,
    ReminderTables,
    SandboxTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
