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

export async function insertPicture(
  trx: Db,
  { bytes, ...picture }: NewRow<"help_pictures"> & { readonly bytes: Buffer },
): Promise<number> {
  const { id } = await trx
    .insertInto("help_pictures")
    .values(picture)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { family_id } = picture;
  await trx.insertInto("help_picture_bytes").values({ family_id, picture_id: id, bytes }).execute();
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
export const findPicture = (db: Db, { familyId, id }: FileKey, askedBy: number | null) =>
  db
    .selectFrom("help_pictures as i")
    .innerJoin("help_picture_bytes as b", (join) =>
      join.onRef("b.family_id", "=", "i.family_id").onRef("b.picture_id", "=", "i.id"),
    )
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "i.family_id").onRef("r.id", "=", "i.help_request_id"),
    )
    .select("b.bytes")
    .where("i.family_id", "=", familyId)
    .where("i.id", "=", id)
    .$if(askedBy !== null, (query) => query.where("r.asked_by", "=", askedBy))
    .executeTakeFirst();

const voiceMessageOf = (db: Db, { familyId, id }: FileKey, askedBy: number | null) =>
  db
    .selectFrom("help_voice_messages as v")
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "v.family_id").onRef("r.id", "=", "v.help_request_id"),
    )
    .where("v.family_id", "=", familyId)
    .where("v.id", "=", id)
    .$if(askedBy !== null, (query) => query.where("r.asked_by", "=", askedBy));

export const findVoiceMessage = (db: Db, key: FileKey, askedBy: number | null) =>
  voiceMessageOf(db, key, askedBy).select("v.bytes").executeTakeFirst();

export async function hasVoiceMessage(db: Db, key: FileKey, askedBy: number | null): Promise<boolean> {
  return (await voiceMessageOf(db, key, askedBy).select("v.id").executeTakeFirst()) !== undefined;
}

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
