import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

export async function insertMedia(trx: Db, familyId: number | null, bytes: Buffer): Promise<number> {
  const { id } = await trx
    .insertInto("media")
    .values({ family_id: familyId, bytes, size: bytes.length })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The bytes of a file, or the key of the object in the bucket that has them. */
export const findMedia = (db: Db, id: number) =>
  db.selectFrom("media").select(["bytes", "content_key"]).where("id", "=", id).executeTakeFirst();

interface NewBytes {
  readonly personId: number;
  readonly familyId: number | null;
  readonly bytes: number;
  readonly now: Date;
  readonly since: Date;
}

/** The megabytes that the operator lets a family store, or null if it has what all have. */
const ownQuota = (db: Db, familyId: number | null) =>
  db.selectFrom("families").select("stored_megabytes").where("id", "=", familyId);

/**
 * Adds to what was stored in this hour. Returns what the person and the family have stored since then, all that the family
 * has, with what is added, and its quota. Without a family, there are no bytes of one.
 */
export async function countBytes(trx: Db, { personId, familyId, bytes, now, since }: NewBytes) {
  const counted = sql<{ of_person: number; of_family: number; in_all: number }>`
    count_stored_bytes(${personId}::integer, ${familyId}::integer, ${bytes}::bigint, ${now}::timestamptz, ${since}::timestamptz)`;
  return await trx
    .selectFrom(counted.as("counted"))
    .select(["of_person as ofPerson", "of_family as ofFamily", "in_all as inAll"])
    .select(ownQuota(trx, familyId).as("ownQuota"))
    .executeTakeFirstOrThrow();
}

export const findOwnQuota = async (db: Db, familyId: number): Promise<number | null> =>
  (await ownQuota(db, familyId).executeTakeFirst())?.stored_megabytes ?? null;

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

interface Misplaced {
  readonly store: "database" | "bucket";
  readonly after: number;
  readonly limit: number;
}

/** The files that are not in this store. */
export async function findMisplaced(db: Db, { store, after, limit }: Misplaced): Promise<number[]> {
  const found = await db
    .selectFrom("media")
    .select("id")
    .where("bytes", store === "bucket" ? "is not" : "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

export const lockMedia = (trx: Db, id: number) =>
  trx
    .selectFrom("media")
    .select(({ eb }) => ["content_key", eb("bytes", "is", null).as("isInBucket")])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Returns whether the row is still there. */
export async function placeInBucket(trx: Db, id: number, key: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("media")
    .set({ bytes: null, content_key: key })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const placeInDatabase = (trx: Db, id: number, bytes: Buffer) =>
  trx.updateTable("media").set({ bytes }).where("id", "=", id).execute();

export const addLeftover = (db: Db, key: string, at: Date) =>
  db
    .insertInto("media_leftovers")
    .values({ object_key: key, added_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteLeftover = (trx: Db, key: string) =>
  trx.deleteFrom("media_leftovers").where("object_key", "=", key).execute();

export async function findLeftovers(db: Db, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom("media_leftovers")
    .select("object_key")
    .orderBy("added_at")
    .limit(limit)
    .execute();
  return found.map(({ object_key }) => object_key);
}

export async function isObjectNeeded(trx: Db, key: string): Promise<boolean> {
  const owner = trx
    .selectFrom("media")
    .select("id")
    .where("content_key", "=", key)
    .where("bytes", "is", null)
    .limit(1);
  const found = await owner.executeTakeFirst();
  return found !== undefined;
}
