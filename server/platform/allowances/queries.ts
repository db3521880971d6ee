import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

/** Names the row of one allowance of one person, family, number or address. */
export interface AllowanceKey {
  readonly name: string;
  readonly key: Buffer;
}

interface NewUse extends AllowanceKey {
  readonly max: number;
  readonly now: Date;
  /** Earlier uses no longer count. */
  readonly since: Date;
  readonly expiresAt: Date;
}

/**
 * Adds a use unless it would exceed the limit, and returns whether it was added. It is a single statement, so that two
 * callers cannot both take the last use: the second waits for the row, and then sees the first. Kysely has no form for
 * the conditions on the elements of an array.
 */
export async function addUse(db: Db, { name, key, max, now, since, expiresAt }: NewUse): Promise<boolean> {
  const recent = sql`(select used_at from unnest(a.uses) used_at where used_at > ${since})`;
  const { rows } = await sql`
    insert into allowances as a (name, key, uses, expires_at)
    select ${name}, ${key}, array[${now}::timestamptz], ${expiresAt}
    where ${max}::bigint > 0
    on conflict (name, key) do update set uses = array(${recent}) || excluded.uses, expires_at = excluded.expires_at
    where (select count(*) from ${recent} recent) < ${max}
    returning name`.execute(db);
  return rows.length > 0;
}

/** The times of the uses, oldest first. */
export async function findUses(db: Db, { name, key }: AllowanceKey): Promise<Date[]> {
  const query = db.selectFrom("allowances").select("uses").where("name", "=", name).where("key", "=", key);
  return (await query.executeTakeFirst())?.uses ?? [];
}

export async function deleteNewestUse(db: Db, { name, key }: AllowanceKey): Promise<void> {
  await db
    .updateTable("allowances")
    .set({ uses: sql`trim_array(uses, 1)` })
    .where("name", "=", name)
    .where("key", "=", key)
    .where(sql<number>`cardinality(uses)`, ">", 0)
    .execute();
}

export async function deleteUses(db: Db, { name, key }: AllowanceKey): Promise<void> {
  await db.deleteFrom("allowances").where("name", "=", name).where("key", "=", key).execute();
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("allowances").where("expires_at", "<=", now).execute();
}

/**
 * Adds to what was stored in this hour. The row stays locked until the transaction ends, so that two uploads at once
 * cannot both take the last room.
 */
export async function addStoredBytes(db: Db, key: string, bytes: number, now: Date): Promise<void> {
  await db
    .insertInto("stored_bytes")
    .values({ key, hour: sql<Date>`date_trunc('hour', ${now}::timestamptz, 'UTC')`, bytes })
    .onConflict((conflict) =>
      conflict
        .columns(["key", "hour"])
        .doUpdateSet(({ eb, ref }) => ({ bytes: eb("stored_bytes.bytes", "+", ref("excluded.bytes")) })),
    )
    .execute();
}

/** Sums what was stored in the hours after this time. */
export async function sumStoredBytes(db: Db, key: string, since: Date): Promise<number> {
  const { bytes } = await db
    .selectFrom("stored_bytes")
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes"))
    .where("key", "=", key)
    .where("hour", ">", since)
    .executeTakeFirstOrThrow();
  return bytes;
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
