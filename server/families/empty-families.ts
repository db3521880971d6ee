// A family without members is deleted after 30 days, with everything that belonged to it.
import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { RowsQueue } from "#server/jobs/queue.ts";
import type { World } from "#server/world.ts";

const daysKept = 30;

/** Every table with rows of a family, each before the tables that it points to. A test compares this with the schema. */
const tables = [
  "messages",
  "help_request_receipts",
  "help_requests",
  "escalation_plans",
  "family_reachability",
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
  "subscribed_events",
  "google_events",
  "subscribed_calendars",
  "calendar_connections",
  "calendar_revocations",
  "calendar_settings",
  "published_calendars",
  "invitations",
  "calendar_connection_attempts",
  "activity",
  "memberships",
  "participants",
] as const;

const hasMembers = sql<boolean>`exists (select from memberships m where m.family_id = families.id)`;

/** Gives each family without members a time for its deletion, however its last member left. */
export async function planDeletions({ database, clock }: World): Promise<void> {
  const deleteAt = new Date(clock.now().getTime() + daysKept * 24 * 60 * 60_000);
  await sql`update families set delete_at = ${deleteAt} where delete_at is null and not ${hasMembers}`.execute(
    database.kysely,
  );
  await sql`update families set delete_at = null where delete_at is not null and ${hasMembers}`.execute(
    database.kysely,
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

export const emptyFamilies = new RowsQueue({
  name: "empty-families",
  rows: { table: "families", keys: ["id"], due: "delete_at" },
  concurrency: 1,
  process: ({ database }, { id }) => deleteFamily(database.kysely, id),
});
