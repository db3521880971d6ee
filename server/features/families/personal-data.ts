// What an export says of a family and its people, and how a family is erased.
import { sql } from "kysely";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { ExportedFile } from "#server/platform/media/media.ts";
import { allowLongStatements, callNumber } from "./queries.ts";

export const exportedMemberships = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("memberships as m")
      .innerJoin("families as f", "f.id", "m.family_id")
      .select(["f.id", "f.name", "m.role", "m.joined_at as joinedAt", "m.hello_messages as helloMessages"])
      .where("m.person_id", "=", personId)
      .orderBy("m.joined_at")
      .execute(),
  );

export const exportedFamily = (db: Db, familyId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("families")
      .select(["id", "name", "time_zone as timeZone", "country", "has_puzzle_library as hasPuzzleLibrary"])
      .select(["has_hellos as hasHellos", "has_birthdays as hasBirthdays", "has_lights as hasLights"])
      .select(["has_weekly_question as hasWeeklyQuestion", "has_sunday_letter as hasSundayLetter"])
      .select("created_at as createdAt")
      .where("id", "=", familyId)
      .execute(),
  );

export const exportedMembers = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("memberships as m")
      .innerJoin("people as p", "p.id", "m.person_id")
      .select(["p.id", "p.username as name", "m.role"])
      .select(callNumber("p").as("phoneNumber"))
      .select("m.joined_at as joinedAt")
      .leftJoin("people_pictures as i", "i.person_id", "p.id")
      .select(sql<string | null>`'people/' || i.id || '.jpg'`.as("picture"))
      .where("m.family_id", "=", familyId)
      .where("p.id", ">", after)
      .orderBy("p.id")
      .limit(pageSize)
      .execute(),
  );

export async function exportedMemberPictures(db: Db, familyId: number): Promise<ExportedFile[]> {
  const found = await db
    .selectFrom("memberships as m")
    .innerJoin("people_pictures as i", "i.person_id", "m.person_id")
    .select(["i.id", "i.media_id"])
    .where("m.family_id", "=", familyId)
    .execute();
  return found.map(({ id, media_id }) => ({ name: `people/${id}.jpg`, media_id }));
}

/** Their phone numbers are left out, because they were given to a family that these people have left. */
export const exportedFormerMembers = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("participants as a")
      .innerJoin("people as p", "p.id", "a.person_id")
      .leftJoin("memberships as m", (on) =>
        on.onRef("m.family_id", "=", "a.family_id").onRef("m.person_id", "=", "a.person_id"),
      )
      .select(["p.id", "p.username as name", "a.role"])
      .where("a.family_id", "=", familyId)
      .where("m.person_id", "is", null)
      .where("p.id", ">", after)
      .orderBy("p.id")
      .limit(pageSize)
      .execute(),
  );

/**
 * Every table with rows of a family, each before the tables that it points to. A test compares this with the schema.
 * Only calendar_revocations and phone_recordings are left out: their rows are deleted one by one, as Google or the provider
 * of calls is told.
 */
const tables = [
  "messages",
  "hello_hearts",
  "hello_pictures",
  "hello_voice_messages",
  "hellos",
  "questions",
  "letter_recipients",
  "phone_doors",
  "light_waves",
  "light_contacts",
  "lights",
  "help_reply_receipts",
  "help_replies",
  "guide_steps",
  "guides",
  "guide_pictures",
  "thing_pictures",
  "things",
  "help_pictures",
  "help_voice_messages",
  "media",
  "video_calls",
  "webhook_deliveries",
  "webhooks",
  "help_request_receipts",
  "help_promises",
  "help_call_backs",
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
  "birthdays",
  "memberships",
  "participants",
] as const;

/** Locks the family: nobody can add anything to it until the transaction ends. */
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
  await remember(trx, familyId);
  await deleteRows(trx, familyId);
}

/** Deletes the rows of a family whose members have left it, without remembering that it was deleted. */
export async function deleteRows(trx: Db, familyId: number): Promise<void> {
  await allowLongStatements(trx);
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
