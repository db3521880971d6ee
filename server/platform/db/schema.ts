// The types of the tables in migrations/.
import type { Insertable, Kysely, Selectable } from "kysely";
import type { AccountTables } from "./tables/accounts.ts";
import type { ActivityTables } from "./tables/activity.ts";
import type { BackupTables } from "./tables/backups.ts";
import type { CalendarTables } from "./tables/calendar.ts";
import type { FamilyTables } from "./tables/families.ts";
import type { HelpTables } from "./tables/help.ts";
import type { InvitationTables } from "./tables/invitations.ts";
import type { KitTables } from "./tables/kits.ts";
import type { LocalEventTables } from "./tables/local-events.ts";
import type { MessageTables } from "./tables/messages.ts";
import type { PuzzleTables } from "./tables/puzzles.ts";
import type { ReachabilityTables } from "./tables/reachability.ts";
import type { SandboxTables } from "./tables/sandbox.ts";

export interface Schema
  extends AccountTables,
    ActivityTables,
    BackupTables,
    CalendarTables,
    FamilyTables,
    HelpTables,
    InvitationTables,
    KitTables,
    LocalEventTables,
    MessageTables,
    PuzzleTables,
    ReachabilityTables,
    SandboxTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
