// The pictures and voice messages of threads.
import { sql } from "kysely";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import type { Receipt, Thread } from "./queries.ts";

/** The tables of the files that people add to a thread. */
export type FileTable = "help_pictures" | "help_voice_messages";

export async function countFiles(db: Db, table: FileTable, { familyId, requestId }: Thread): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPicture(trx: Db, picture: NewRow<"help_pictures">): Promise<number> {
  const { id } = await trx
    .insertInto("help_pictures")
    .values(picture)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertVoiceMessage(trx: Db, message: NewRow<"help_voice_messages">): Promise<number> {
  const { id } = await trx
    .insertInto("help_voice_messages")
    .values(message)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface FileKey {
  readonly familyId: number;
  readonly id: number;
}

/** `askedBy` is the only person whose requests may be seen, or null to see those of everybody. */
export const findFile = (db: Db, table: FileTable, { familyId, id }: FileKey, askedBy: number | null) =>
  db
    .selectFrom(table)
    .select("media_id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where(
      "help_request_id",
      "in",
      db
        .selectFrom("help_requests")
        .select("id")
        .where("family_id", "=", familyId)
        .$if(askedBy !== null, (query) => query.where("asked_by", "=", askedBy)),
    )
    .executeTakeFirst();

/** Adds a receipt for a voice message, and returns whether it is new. Its sender needs none. */
export async function insertHeardReceipt(
  trx: Db,
  familyId: number,
  id: number,
  { personId, at }: Receipt,
): Promise<boolean> {
  const added = await trx
    .insertInto("help_reply_receipts")
    .columns(["family_id", "reply_id", "person_id", "at"])
    .expression((eb) =>
      eb
        .selectFrom("help_replies")
        .select(["family_id", "id"])
        .select([sql<number>`${personId}::integer`.as("by"), sql<Date>`${at}::timestamptz`.as("heard_at")])
        .where("family_id", "=", familyId)
        .where("voice_message_id", "=", id)
        .where("person_id", "<>", personId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("reply_id")
    .execute();
  return added.length > 0;
}

/** Returns false if there is no such file. */
export async function setRetained(
  trx: Db,
  table: FileTable,
  { familyId, id }: FileKey,
  { isKept, checkAt }: { readonly isKept: boolean; readonly checkAt: Date | null },
): Promise<boolean> {
  const changed = await trx
    .updateTable(table)
    .set({ is_kept: isKept, check_at: checkAt })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Locks a file that the family has not decided to keep. */
export const lockUnretained = (trx: Db, table: FileTable, { familyId, id }: FileKey) =>
  trx
    .selectFrom(table)
    .select("help_request_id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("is_kept", "=", false)
    .forUpdate()
    .executeTakeFirst();

export async function setCheck(
  trx: Db,
  table: FileTable,
  { familyId, id }: FileKey,
  checkAt: Date,
): Promise<void> {
  await trx
    .updateTable(table)
    .set({ check_at: checkAt })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .execute();
}

/** A reply with words stays without its picture. A reply of marks alone is deleted, because it says nothing. */
export async function deletePicture(trx: Db, { familyId, id }: FileKey): Promise<void> {
  await trx
    .deleteFrom("help_replies")
    .where("family_id", "=", familyId)
    .where("picture_id", "=", id)
    .where("words", "is", null)
    .execute();
  await trx
    .updateTable("help_replies")
    .set({ marks: JSON.stringify([]) })
    .where("family_id", "=", familyId)
    .where("picture_id", "=", id)
    .execute();
  await trx.deleteFrom("help_pictures").where("family_id", "=", familyId).where("id", "=", id).execute();
}

export async function deleteVoiceMessage(trx: Db, { familyId, id }: FileKey): Promise<void> {
  await trx
    .deleteFrom("help_voice_messages")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .execute();
}
