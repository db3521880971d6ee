import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

type Change = Row<"account_changes">;

export const markSessionProven = (db: Db, sessionId: number, now: Date) =>
  db.updateTable("sessions").set({ proven_at: now }).where("id", "=", sessionId).execute();

export const deleteOldChanges = (trx: Db, changedUntil: Date) =>
  trx.deleteFrom("account_changes").where("changed_at", "<=", changedUntil).execute();

export const insertChange = (trx: Db, change: NewRow<"account_changes">): Promise<Change> =>
  trx.insertInto("account_changes").values(change).returningAll().executeTakeFirstOrThrow();

interface ChangeKey {
  readonly personId: number;
  readonly id: number;
}

export const findChange = (db: Db, { personId, id }: ChangeKey, changedSince: Date) =>
  db
    .selectFrom("account_changes")
    .selectAll()
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .where("changed_at", ">", changedSince)
    .executeTakeFirst();

/** Leaves out those that were undone. */
export const findStandingChanges = (db: Db, ids: readonly number[]): Promise<Change[]> =>
  db
    .selectFrom("account_changes")
    .selectAll()
    .where("id", "in", ids)
    .where("undone_at", "is", null)
    .execute();

/** The first change of a session that still stands. */
export async function findFirstChange(
  db: Db,
  { personId, sessionId }: { personId: number; sessionId: number },
  changedSince: Date,
): Promise<number | null> {
  const { id } = await db
    .selectFrom("account_changes")
    .select((select) => select.fn.min<number | null>("id").as("id"))
    .where("person_id", "=", personId)
    .where("session_id", "=", sessionId)
    .where("changed_at", ">", changedSince)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks the changes of a person that still stand, from the first one to the last one. */
export const markUndone = (
  trx: Db,
  personId: number,
  { first, last, now }: { first: number; last?: number; now: Date },
): Promise<Change[]> =>
  trx
    .updateTable("account_changes")
    .set({ undone_at: now })
    .where("person_id", "=", personId)
    .where("undone_at", "is", null)
    .where("id", ">=", first)
    .$if(last !== undefined, (query) => query.where("id", "<=", last ?? 0))
    .returningAll()
    .execute();

/** Marks the request to delete an account as withdrawn. */
export const markDeletionUndone = (trx: Db, personId: number, now: Date) =>
  trx
    .updateTable("account_changes")
    .set({ undone_at: now })
    .where("person_id", "=", personId)
    .where("kind", "=", "deletion")
    .where("undone_at", "is", null)
    .execute();

export const deletePasskeysAddedBy = (trx: Db, personId: number, changeIds: readonly number[]) =>
  trx.deleteFrom("passkeys").where("person_id", "=", personId).where("change_id", "in", changeIds).execute();

/** Ends all sessions of a person and forgets their devices. Returns the ids of the sessions. */
export async function deleteSessionsAndDevices(trx: Db, personId: number): Promise<number[]> {
  const ended = await trx.deleteFrom("sessions").where("person_id", "=", personId).returning("id").execute();
  await trx.deleteFrom("remembered_devices").where("person_id", "=", personId).execute();
  return ended.map(({ id }) => id);
}
