// Counts for the operator. No statement reads more than `max` rows, each in the order of an index, so that PostgreSQL
// never reads a whole table instead.
import { type Expression, sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

async function countRows(db: Db, found: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${found} as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The people or families that are new in this time. */
export const countCreated = (db: Db, table: "people" | "families", from: Date, to: Date, max: number) =>
  countRows(
    db,
    db
      .selectFrom<"people" | "families">(table)
      .select("created_at")
      .where("created_at", ">=", from)
      .where("created_at", "<", to)
      .orderBy("created_at")
      .limit(max),
  );

export const countOpenInvitations = (db: Db, now: Date, max: number) =>
  countRows(
    db,
    db
      .selectFrom("invitations")
      .select("expires_at")
      .where("status", "=", "pending")
      .where("expires_at", ">", now)
      .orderBy("expires_at")
      .limit(max),
  );

export const countAccountDeletions = (db: Db, max: number) =>
  countRows(db, db.selectFrom("account_deletions").select("due_at").orderBy("due_at").limit(max));

interface StartedSignUps {
  /** The codes that were looked at. */
  codes: number;
  /** The different numbers and addresses among them that have no account. */
  addresses: number;
}

/** One template, because the two look-ups by an index must not become a join, which reads everybody. */
export async function countStartedSignUps(db: Db, since: Date, max: number): Promise<StartedSignUps> {
  const { rows } = await sql<StartedSignUps>`
    with codes as materialized (
      select address from verifications where sent_at > ${since} order by sent_at desc limit ${max})
    select (select count(*) from codes) as codes, count(distinct address) as addresses from codes c
    where (select true from people where phone_number = c.address) is null
      and (select true from people where lower(email) = c.address) is null`.execute(db);
  return rows[0] ?? { codes: 0, addresses: 0 };
}
