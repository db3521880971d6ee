import { sql } from "kysely";
import type { Db, Row } from "#server/platform/db/schema.ts";

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

export async function addLimitHits(db: Db, hits: readonly Row<"limit_hits">[]): Promise<void> {
  await db
    .insertInto("limit_hits")
    .values(hits)
    .onConflict((conflict) =>
      conflict
        .columns(["hour", "name"])
        .doUpdateSet({ refusals: sql`limit_hits.refusals + excluded.refusals` }),
    )
    .execute();
}

export const findLimitHits = (db: Db, since: Date) =>
  db
    .selectFrom("limit_hits")
    .select(({ fn }) => ["name", fn.sum<number>("refusals").as("refused")])
    .where("hour", ">", since)
    .groupBy("name")
    .orderBy("refused", "desc")
    .orderBy("name")
    .execute();

export async function deleteLimitHits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("limit_hits").where("hour", "<", before).execute();
}
