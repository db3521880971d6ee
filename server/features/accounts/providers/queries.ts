import { sql } from "kysely";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

/** Two sign-ins with the same new identity at the same time make one person. */
export const lockIdentity = (trx: Db, { issuer, subject }: IdentityKey) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(trx);

export async function findIdentifiedPerson(
  db: Db,
  { issuer, subject }: IdentityKey,
): Promise<number | undefined> {
  const identity = await db
    .selectFrom("identities")
    .select("person_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return identity?.person_id;
}

export const insertIdentity = (trx: Db, identity: NewRow<"identities">) =>
  trx.insertInto("identities").values(identity).execute();

export const deleteExpiredAttempts = (db: Db, now: Date) =>
  db.deleteFrom("sign_in_attempts").where("expires_at", "<=", now).execute();

export const insertAttempt = (db: Db, attempt: NewRow<"sign_in_attempts">) =>
  db.insertInto("sign_in_attempts").values(attempt).execute();

interface AttemptKey {
  readonly provider: string;
  readonly browserHash: Buffer;
  /** The hashes of its state at each stage. */
  readonly stateHashes: readonly Buffer[];
}

export const findAttemptRow = (db: Db, { provider, browserHash, stateHashes }: AttemptKey, now: Date) =>
  db
    .selectFrom("sign_in_attempts")
    .select(["sealed_invite_code", "time_zone"])
    .where("state_hash", "in", stateHashes)
    .where("browser_hash", "=", browserHash)
    .where("provider", "=", provider)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Returns whether the attempt was at this stage. */
export async function moveAttempt(
  db: Db,
  { from, to, expiresAt }: { from: Buffer; to: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_attempts")
    .set({ state_hash: to, expires_at: expiresAt })
    .where("state_hash", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function hasAttempt(db: Db, stateHash: Buffer): Promise<boolean> {
  const attempt = db.selectFrom("sign_in_attempts").select("provider").where("state_hash", "=", stateHash);
  return (await attempt.executeTakeFirst()) !== undefined;
}

export const deleteAttempt = (db: Db, stateHash: Buffer) =>
  db.deleteFrom("sign_in_attempts").where("state_hash", "=", stateHash).execute();
