import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

export async function insertMedia(trx: Db, familyId: number | null, bytes: Buffer): Promise<number> {
  const { id } = await trx
    .insertInto("media")
    .values({ family_id: familyId, bytes })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findMedia(db: Db, id: number): Promise<Buffer | undefined> {
  const found = await db.selectFrom("media").select("bytes").where("id", "=", id).executeTakeFirst();
  return found?.bytes;
}

interface NewBytes {
  readonly personId: number;
  readonly familyId: number | null;
  readonly bytes: number;
  readonly now: Date;
  readonly since: Date;
}

/**
 * Adds to what was stored in this hour. Returns what the person and the family have stored since then, and all that the
 * family has, with what is added. Without a family, there are no bytes of one.
 */
export async function countBytes(trx: Db, { personId, familyId, bytes, now, since }: NewBytes) {
  const counted = sql<{ of_person: number; of_family: number; in_all: number }>`
    count_stored_bytes(${personId}::integer, ${familyId}::integer, ${bytes}::bigint, ${now}::timestamptz, ${since}::timestamptz)`;
  return await trx
    .selectFrom(counted.as("counted"))
    .select(["of_person as ofPerson", "of_family as ofFamily", "in_all as inAll"])
    .executeTakeFirstOrThrow();
}

/** The bytes of all files of a family, including the pictures of its members. */
export async function sumFamilyFiles(db: Db, familyId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom("family_files")
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes"))
    .where("family_id", "=", familyId)
    .executeTakeFirstOrThrow();
  return bytes;
}

export async function deleteStoredBytes(db: Db, until: Date): Promise<void> {
  await db.deleteFrom("stored_bytes").where("hour", "<=", until).execute();
}
