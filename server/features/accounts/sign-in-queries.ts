// Signing in: sessions, devices, and codes that prove an address or sign somebody in.
import { sql } from "kysely";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { hasAddress } from "./queries.ts";

/** Deletes some sessions that have expired, and returns their people. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<number[]> {
  const expired = db.selectFrom("sessions").select("id").where("expires_at", "<=", now).limit(50);
  const deleted = await db
    .deleteFrom("sessions")
    .where("id", "in", expired.forUpdate().skipLocked())
    .returning("person_id")
    .execute();
  return deleted.map(({ person_id }) => person_id);
}

/** Locks the membership of the family that is opened, so that it cannot end before the session exists. */
export const findMembershipForKeyShare = (
  trx: Db,
  { personId, familyId }: { personId: number; familyId?: number },
) =>
  trx
    .selectFrom("memberships")
    .select(["family_id", "role"])
    .where("person_id", "=", personId)
    .$if(familyId !== undefined, (query) => query.where("family_id", "=", familyId ?? 0))
    .orderBy("joined_at")
    .orderBy("family_id")
    .limit(1)
    .forKeyShare()
    .executeTakeFirst();

export async function insertSession(trx: Db, session: NewRow<"sessions">): Promise<number> {
  const inserted = trx.insertInto("sessions").values(session).returning("id");
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export const deleteSession = (trx: Db, personId: number, sessionId: number) =>
  trx
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .where("id", "=", sessionId)
    .returning(["id", "device_hash"])
    .execute();

export const deleteOtherSessions = (trx: Db, personId: number, sessionId: number) =>
  trx
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .where("id", "<>", sessionId)
    .returning(["id", "device_hash"])
    .execute();

export const findDevices = (db: Db, personId: number, now: Date) =>
  db
    .selectFrom("sessions")
    .select(["id", "device as name", "last_used_at as lastUsedAt"])
    .where("person_id", "=", personId)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Binds a session to its browser, and returns its person and the name of the device. */
export const setSessionDevice = (trx: Db, tokenHash: Buffer, deviceHash: Buffer) =>
  trx
    .updateTable("sessions")
    .set({ device_hash: deviceHash })
    .where("token_hash", "=", tokenHash)
    .returning(["person_id as personId", "device"])
    .executeTakeFirst();

export const deleteOldDevices = (trx: Db, signedInBefore: Date) =>
  trx.deleteFrom("remembered_devices").where("last_signed_in_at", "<", signedInBefore).execute();

/** Returns whether the person was not known on this device before. */
export async function upsertDevice(trx: Db, device: NewRow<"remembered_devices">): Promise<boolean> {
  const { isNew } = await trx
    .insertInto("remembered_devices")
    .values(device)
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "device_hash"])
        .doUpdateSet({ last_signed_in_at: device.last_signed_in_at }),
    )
    // Only a row that is inserted, and not updated, has no xmax.
    .returning(sql<boolean>`xmax = 0`.as("isNew"))
    .executeTakeFirstOrThrow();
  return isNew;
}

/** Retains the devices on which the person signed in last, and this one. */
export async function deleteOldestDevices(
  trx: Db,
  personId: number,
  { retained, max }: { retained: Buffer; max: number },
): Promise<void> {
  const oldest = trx
    .selectFrom("remembered_devices")
    .select("device_hash")
    .where("person_id", "=", personId)
    .orderBy((order) => order("device_hash", "=", retained), "desc")
    .orderBy("last_signed_in_at", "desc")
    .offset(max);
  await trx
    .deleteFrom("remembered_devices")
    .where("person_id", "=", personId)
    .where("device_hash", "in", oldest)
    .execute();
}

interface CodeAddress {
  readonly kind: "phone_number" | "email";
  readonly address: string;
}

/** Returns whether the owner of this number or address was signed in on this device before. */
export async function isOwnerKnownOnDevice(
  db: Db,
  deviceHash: Buffer,
  address: CodeAddress,
): Promise<boolean> {
  const found = await db
    .selectFrom("remembered_devices as d")
    .innerJoin("people as p", "p.id", "d.person_id")
    .select("d.person_id")
    .where(hasAddress("p", address))
    .where("d.device_hash", "=", deviceHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether anybody was signed in on this device before. */
export async function isDeviceKnown(db: Db, deviceHash: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom("remembered_devices")
    .select("person_id")
    .where("device_hash", "=", deviceHash)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/** Deletes the remembered devices of a person but the one of this session, or only the one with this hash. */
export async function deleteDevices(
  trx: Db,
  { personId, sessionId }: { personId: number; sessionId: number },
  hash?: Buffer | null,
): Promise<void> {
  const own = trx.selectFrom("sessions").select("device_hash").where("id", "=", sessionId);
  await trx
    .deleteFrom("remembered_devices")
    .where("person_id", "=", personId)
    .where("device_hash", "is distinct from", own)
    .$if(hash !== undefined, (query) => query.where("device_hash", "=", hash ?? null))
    .execute();
}

interface TypedLogin {
  readonly phoneNumber: string | null;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly deviceHash: Buffer | null;
}

/**
 * The people with this phone number, e-mail address or username. Those with the number or the address come first, then
 * those who are known on this device, then those who have had the name longest.
 */
export const findLoginCandidates = (
  db: Db,
  { phoneNumber, email, name, deviceHash }: TypedLogin,
  max: number,
) =>
  db
    .selectFrom("people as p")
    .leftJoin("remembered_devices as d", (join) =>
      join.onRef("d.person_id", "=", "p.id").on(sql<boolean>`d.device_hash = ${deviceHash}`),
    )
    .select(["p.id", "p.password_hash"])
    .select((select) => select("d.person_id", "is not", null).$castTo<boolean>().as("is_remembered"))
    .select(
      sql<boolean>`coalesce(p.phone_number = ${phoneNumber} or lower(p.email) = ${email}, false)`.as(
        "is_unique",
      ),
    )
    .where(
      sql<boolean>`(p.phone_number = ${phoneNumber} or lower(p.email) = ${email}
        or comparable_name(p.username) = comparable_name(${name}))`,
    )
    .orderBy("is_unique", "desc")
    .orderBy("is_remembered", "desc")
    .orderBy("p.named_at")
    .orderBy("p.id")
    .limit(max)
    .execute();

interface AddressOfBrowser {
  readonly address: string;
  readonly browserHash: Buffer;
}

/** The address to which this browser was last sent a code. */
export const findLastAddress = (db: Db, browserHash: Buffer, sentSince: Date) =>
  db
    .selectFrom("verifications")
    .select("address")
    .where("browser_hash", "=", browserHash)
    .where("sent_at", ">", sentSince)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export async function countCodes(
  db: Db,
  { address, browserHash }: AddressOfBrowser,
  sentSince: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("verifications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("address", "=", address)
    .where("browser_hash", "=", browserHash)
    .where("sent_at", ">", sentSince)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the codes that were sent to an address since it was last proved, and finds when the last code was sent. */
export async function findUnansweredCodes(
  db: Db,
  { address, isRemembered }: { address: string; isRemembered: boolean },
  sentSince: Date,
) {
  const codes = db
    .selectFrom("verifications")
    .where("address", "=", address)
    .where("is_remembered", "=", isRemembered);
  const lastProof = codes.select(({ fn }) => fn.max("verified_at").as("at"));
  return await codes
    .select(({ fn }) => [
      fn.max<Date | null>("sent_at").as("lastSentAt"),
      fn
        .countAll<number>()
        .filterWhere("sent_at", ">", fn.coalesce(lastProof, sql<Date>`'-infinity'`))
        .as("count"),
    ])
    .where("sent_at", ">", sentSince)
    .executeTakeFirstOrThrow();
}

export const deleteOldCodes = (trx: Db, sentBefore: Date) =>
  trx.deleteFrom("verifications").where("sent_at", "<", sentBefore).execute();

export async function insertCode(trx: Db, code: NewRow<"verifications">): Promise<number> {
  const inserted = trx.insertInto("verifications").values(code).returning("id");
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export const deleteCode = (trx: Db, id: number) =>
  trx.deleteFrom("verifications").where("id", "=", id).execute();

interface Guess extends AddressOfBrowser {
  readonly codeHash: Buffer;
  readonly maxChecks: number;
  readonly sentSince: Date;
  readonly now: Date;
}

/** Counts and compares in one statement, so that guesses at the same time get no extra check. Only the newest code counts. */
export const checkNewestCode = (
  db: Db,
  { address, browserHash, codeHash, maxChecks, sentSince, now }: Guess,
) =>
  db
    .updateTable("verifications")
    .set(({ eb, ref }) => ({
      checks: eb("checks", "+", 1),
      verified_at: sql<Date | null>`case when ${ref("code_hash")} = ${codeHash} then ${now}::timestamptz end`,
    }))
    .where("id", "=", ({ selectFrom, fn }) =>
      selectFrom("verifications")
        .select(fn.max("id").as("id"))
        .where("address", "=", address)
        .where("browser_hash", "=", browserHash),
    )
    .where("verified_at", "is", null)
    .where("checks", "<", maxChecks)
    .where("sent_at", ">", sentSince)
    .returning(["checks", "verified_at"])
    .executeTakeFirst();

/** Returns whether this browser has proved the address since then and not used the proof yet. */
export async function hasUnusedProof(
  db: Db,
  { address, browserHash }: AddressOfBrowser,
  since: Date,
): Promise<boolean> {
  const proven = await db
    .selectFrom("verifications")
    .select("id")
    .where("address", "=", address)
    .where("browser_hash", "=", browserHash)
    .where("used_at", "is", null)
    .where("verified_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return proven !== undefined;
}

/** Uses the proofs of this browser up, and returns whether there was one. */
export async function spendProof(
  trx: Db,
  { address, browserHash }: AddressOfBrowser,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("verifications")
    .set({ used_at: now })
    .where("address", "=", address)
    .where("browser_hash", "=", browserHash)
    .where("used_at", "is", null)
    .where("verified_at", ">", since)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the admin is one in all of the person's families, and the person in none. */
export async function canBeSignedInBy(db: Db, personId: number, adminId: number): Promise<boolean> {
  const outside = await db
    .selectFrom("memberships as m")
    .leftJoin("memberships as a", (join) =>
      join
        .onRef("a.family_id", "=", "m.family_id")
        .on("a.person_id", "=", adminId)
        .on("a.role", "=", "admin"),
    )
    .select("m.family_id")
    .where("m.person_id", "=", personId)
    .where(({ or, eb }) => or([eb("m.role", "=", "admin"), eb("a.person_id", "is", null)]))
    .limit(1)
    .executeTakeFirst();
  return outside === undefined;
}

/** Deletes the codes that have expired, and the one that this person has. */
export const deleteOlderSignInCodes = (trx: Db, personId: number, now: Date) =>
  trx
    .deleteFrom("sign_in_codes")
    .where(({ or, eb }) => or([eb("expires_at", "<=", now), eb("person_id", "=", personId)]))
    .execute();

export const insertSignInCode = (trx: Db, code: NewRow<"sign_in_codes">) =>
  trx.insertInto("sign_in_codes").values(code).execute();

/** Uses a code up, if there is such a one that has not expired. */
export const takeSignInCode = (trx: Db, codeHash: Buffer, now: Date) =>
  trx
    .deleteFrom("sign_in_codes")
    .where("code_hash", "=", codeHash)
    .where("expires_at", ">", now)
    .returning(["person_id", "family_id", "made_by"])
    .executeTakeFirst();

export const deleteExpiredReturnTokens = (db: Db, now: Date) =>
  db.deleteFrom("return_tokens").where("expires_at", "<=", now).execute();

export const insertReturnToken = (db: Db, token: NewRow<"return_tokens">) =>
  db.insertInto("return_tokens").values(token).execute();

/** Uses a token up, and returns its person. */
export async function takeReturnToken(
  trx: Db,
  tokenHash: Buffer,
  { browserHashes, now }: { browserHashes: readonly Buffer[]; now: Date },
): Promise<number | undefined> {
  const spent = await trx
    .deleteFrom("return_tokens")
    .where("token_hash", "=", tokenHash)
    .where("browser_hash", "in", browserHashes)
    .where("expires_at", ">", now)
    .returning("person_id")
    .executeTakeFirst();
  return spent?.person_id;
}
