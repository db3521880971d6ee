// A family without members is deleted after 30 days, with everything that belonged to it.
import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import type { World } from "#server/world.ts";

const daysKept = 30;

/** Every table with rows of a family, each before the tables that it points to. A test compares this with the schema. */
const tables = [
  "help_deliveries",
  "help_request_receipts",
  "help_requests",
  "escalation_plans",
  "family_reachability",
  "reachability_warnings",
  "reminders",
  "reminder_choices",
  "family_phrases",
  "puzzle_answers",
  "puzzles",
  "local_events",
  "manual_event_people",
  "manual_event_exceptions",
  "manual_event_occurrences",
  "manual_events",
  "feed_events",
  "google_events",
  "feeds",
  "calendar_connections",
  "calendar_revocations",
  "calendar_settings",
  "calendar_addresses",
  "invitations",
  "calendar_attempts",
  "activity",
  "memberships",
  "participants",
] as const;

const hasMembers = sql<boolean>`exists (select from memberships m where m.family_id = families.id)`;

/** Notes when each family became empty, however its last member left. */
async function noteEmptyFamilies(db: Db, now: Date): Promise<void> {
  await sql`update families set empty_since = ${now} where empty_since is null and not ${hasMembers}`.execute(
    db,
  );
  await sql`update families set empty_since = null where empty_since is not null and ${hasMembers}`.execute(
    db,
  );
}

async function deleteFamily(db: Db, familyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Deleting years of a calendar takes longer than an ordinary statement may.
    await sql`set local statement_timeout = '60s'`.execute(trx);
    const empty =
      await sql`select from families where id = ${familyId} and not ${hasMembers} for update`.execute(trx);
    if (empty.rows.length === 0) return;
    await sql`update sessions set family_id = null where family_id = ${familyId}`.execute(trx);
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where family_id = ${familyId}`.execute(trx);
    }
    await sql`delete from families where id = ${familyId}`.execute(trx);
  });
}

/** A family that cannot be deleted does not block the rest. */
export async function deleteEmptyFamilies({ database, clock, log }: World): Promise<void> {
  const { kysely: db } = database;
  const now = clock.now();
  await noteEmptyFamilies(db, now);
  const { rows } = await sql<{ id: number }>`select id from families
    where empty_since <= ${now}::timestamptz - make_interval(days => ${daysKept}) order by id`.execute(db);
  for (const { id } of rows) {
    await deleteFamily(db, id).catch((err) => log.error({ err }, "an empty family could not be deleted"));
  }
}
