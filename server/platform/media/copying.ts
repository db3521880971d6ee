// Copies of files, such as a backup makes, and the deletion of files wait for each other: whoever has seen that a file is there
// finds it there until the copy is made.
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

// The number is arbitrary, but every server must use the same.
const lockKey = 7_112_026;

/** Nothing is deleted until the session that executes this ends. Several may copy at once. */
export const lockForCopying = sql`select pg_advisory_lock_shared(${lockKey})`;

/** Returns whether nobody is copying, and keeps it so until the transaction ends. */
export async function lockForDeleting(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey}) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked === true;
}
