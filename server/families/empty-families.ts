// A family without members is deleted after 30 days, with everything that belonged to it.
import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { RowsQueue } from "#server/jobs/queue.ts";

const daysKept = 30;

/** Every table with rows of a family, each before the tables that it points to. A test compares this with the schema. */
const tables = [
  "messages",
  "video_calls",
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

/** Belongs in the transaction in which the last member leaves. Looking for empty families would read all of them. */
export async function planDeletion(trx: Db, familyId: number, now: Date): Promise<void> {
  const deleteAt = new Date(now.getTime() + daysKept * 24 * 60 * 60_000);
  await trx.updateTable("families").set({ delete_at: deleteAt }).where("id", "=", familyId).execute();
}

/** Deletes a family, unless somebody has joined it in the meantime. */
async function deleteFamily(db: Db, familyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Deleting years of a calendar takes longer than an ordinary statement may.
    await sql`set local statement_timeout = '60s'`.execute(trx);
    await trx.selectFrom("families").select("id").where("id", "=", familyId).forUpdate().execute();
    const member = trx.selectFrom("memberships").select("person_id").where("family_id", "=", familyId);
    if (await member.limit(1).executeTakeFirst()) {
      await trx.updateTable("families").set({ delete_at: null }).where("id", "=", familyId).execute();
      return;
    }
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
