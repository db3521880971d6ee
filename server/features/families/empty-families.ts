// A family without members is deleted after 30 days, with everything that belonged to it.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";

const daysKept = 30;

/**
 * Every table with rows of a family, each before the tables that it points to. A test compares this with the schema.
 * Only calendar_revocations is left out: its rows are deleted one by one, as Google is told.
 */
const tables = [
  "messages",
  "help_reply_receipts",
  "help_replies",
  "guide_steps",
  "guides",
  "guide_pictures",
  "thing_pictures",
  "things",
  "help_picture_bytes",
  "help_pictures",
  "help_voice_messages",
  "video_calls",
  "help_request_receipts",
  "help_promises",
  "help_verdicts",
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
  "calendar_settings",
  "published_calendars",
  "invitations",
  "family_deletions",
  "calendar_connection_attempts",
  "activity",
  "memberships",
  "participants",
] as const;

export const deletionDueAt = (now: Date): Date => new Date(now.getTime() + daysKept * dayMs);

/** Must run in the transaction in which the last member leaves. Searching for empty families would read all families. */
export async function planDeletion(trx: Db, familyId: number, deleteAt: Date): Promise<void> {
  await trx.updateTable("families").set({ delete_at: deleteAt }).where("id", "=", familyId).execute();
}

/** Until the transaction ends, nobody can add anything to the family. */
export async function lockForErasure(trx: Db, familyId: number): Promise<void> {
  await trx.selectFrom("families").select("id").where("id", "=", familyId).forUpdate().execute();
}

/** This is all that is kept of the family. It lets the restore of an older backup delete the family again. */
const remember = (trx: Db, familyId: number) =>
  trx
    .insertInto("deleted_families")
    .columns(["id", "created_at"])
    .expression(trx.selectFrom("families").select(["id", "created_at"]).where("id", "=", familyId))
    .execute();

/** Deletes everything of a family. Its members must have left it. */
export async function eraseFamily(trx: Db, familyId: number): Promise<void> {
  // Deleting years of a calendar takes longer than an ordinary statement may.
  await sql`set local statement_timeout = '60s'`.execute(trx);
  await remember(trx, familyId);
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where family_id = ${familyId}`.execute(trx);
  }
  await sql`delete from families where id = ${familyId}`.execute(trx);
}

/** The tables that have rows of a family in which nobody has done anything yet. */
const ofEveryFamily: readonly string[] = ["family_reachability", "activity", "memberships", "participants"];

export async function isUsed(trx: Db, familyId: number): Promise<boolean> {
  const isFilled = tables
    .filter((table) => !ofEveryFamily.includes(table))
    .map((table) => sql`exists (select from ${sql.table(table)} where family_id = ${familyId})`);
  const { rows } = await sql<{
    isUsed: boolean;
  }>`select ${sql.join(isFilled, sql` or `)} as "isUsed"`.execute(trx);
  return rows[0]?.isUsed ?? false;
}

/** Deletes a family, unless somebody has joined it in the meantime. */
async function deleteFamily(db: Db, familyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockForErasure(trx, familyId);
    const member = trx.selectFrom("memberships").select("person_id").where("family_id", "=", familyId);
    if (await member.limit(1).executeTakeFirst()) {
      await trx.updateTable("families").set({ delete_at: null }).where("id", "=", familyId).execute();
      return;
    }
    await eraseFamily(trx, familyId);
  });
}

export const emptyFamilies = new RowQueue({
  name: "empty-families",
  rows: { table: "families", keys: ["id"], due: "delete_at" },
  concurrency: 1,
  process: ({ database }, { id }) => deleteFamily(database.kysely, id),
});
