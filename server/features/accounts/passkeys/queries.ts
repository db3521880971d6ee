import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

/** Newest first. */
export const findPasskeys = (db: Db, personId: number): Promise<Row<"passkeys">[]> =>
  db.selectFrom("passkeys").selectAll().where("person_id", "=", personId).orderBy("id", "desc").execute();

/** The row is locked, so that two uses at once cannot both count from the same number. */
export const findPasskeyForUpdate = (trx: Db, credentialId: string): Promise<Row<"passkeys"> | undefined> =>
  trx
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();

/** Returns nothing if the passkey is there already. */
export const insertPasskey = (trx: Db, passkey: NewRow<"passkeys">): Promise<Row<"passkeys"> | undefined> =>
  trx
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();

export const updatePasskey = (trx: Db, id: number, columns: Partial<NewRow<"passkeys">>) =>
  trx.updateTable("passkeys").set(columns).where("id", "=", id).execute();

export const deletePasskey = (trx: Db, personId: number, id: number) =>
  trx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .returning("name")
    .executeTakeFirst();

export const deleteExpiredChallenges = (db: Db, now: Date) =>
  db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();

export const insertChallenge = (db: Db, challenge: NewRow<"passkey_challenges">) =>
  db.insertInto("passkey_challenges").values(challenge).execute();

interface ChallengeKey {
  readonly challengeHash: Buffer;
  readonly browserHash: Buffer;
  readonly personId: number | null;
}

/** Returns whether there was such a challenge that has not expired. */
export async function deleteChallenge(
  db: Db,
  { challengeHash, browserHash, personId }: ChallengeKey,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", challengeHash)
    .where("browser_hash", "=", browserHash)
    .where("person_id", "is not distinct from", personId)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
