// An admin signs a member of the family in on another device, by a code that the member's device scans or types.
import { randomInt } from "node:crypto";
import { signInCodeLength, signInCodeSigns } from "#contract/accounts/sign-in-codes.ts";
import { minuteMs } from "#contract/durations.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { findMember, lockMembers, refuseFormerAdmin } from "#server/features/families/members.ts";
import { giveBackAllowances, takeAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Forbidden, Invalid, TooMany } from "#server/platform/errors.ts";
import { inWords } from "#server/platform/http/limits.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { recordChange } from "./proof/account-changes.ts";
import { notifyOldContacts } from "./proof/change-messages.ts";
import { startSession } from "./sessions.ts";
import {
  canBeSignedInBy,
  deleteOlderSignInCodes,
  insertSignInCode,
  takeSignInCode,
} from "./sign-in-queries.ts";

const tenMinutes = 10 * minuteMs;

const randomSignInCode = (): string =>
  Array.from({ length: signInCodeLength }, () => signInCodeSigns[randomInt(signInCodeSigns.length)]).join("");

/** A keyed hash, because 40 bits could be guessed from a stolen database. */
const hashOf = (secrets: Secrets, code: string): Buffer => secrets.mac(`sign-in code ${code}`);

async function refuseTooMany(world: World, trx: Db, { id }: Member): Promise<void> {
  const wait = await takeAllowances(world, trx, { name: "sign-in-codes-of-admin", key: id });
  if (wait > 0) throw new TooMany("That's all the codes we can make today. Please try again tomorrow.", wait);
}

/** A new code for the same person invalidates the older one. */
export async function makeSignInCode(
  world: World,
  member: Member,
  personId: number,
): Promise<{ code: string; expiresAt: string }> {
  const { database, secrets, clock } = world;
  const { familyId } = member;
  const now = clock.now();
  const code = randomSignInCode();
  const expiresAt = new Date(now.getTime() + tenMinutes);
  await database.kysely.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    refuseFormerAdmin(members, member);
    const { name, role } = findMember(members, personId);
    if (role === "admin") throw new Forbidden("Co-Administrators can only sign in themselves.");
    // A person with the code can do everything that its owner can, in all of their families.
    if (!(await canBeSignedInBy(trx, personId, member.id)))
      throw new Forbidden(`${name} is in another family too, so only they can sign in.`);
    await refuseTooMany(world, trx, member);
    await deleteOlderSignInCodes(trx, personId, now);
    const row = { family_id: familyId, person_id: personId, made_by: member.id, expires_at: expiresAt };
    await insertSignInCode(trx, { ...row, code_hash: hashOf(secrets, code) });
    const doing = { familyId, personId: member.id, at: now };
    await recordActivity(trx, doing, { kind: "sign-in-code-made", member: name });
  });
  return { code, expiresAt: expiresAt.toISOString() };
}

const expired = () => {
  const message = "That code doesn't work or has expired. Please check it, or ask for a new one.";
  return new Invalid(message, { code: message });
};

const startLength = 2;

/**
 * Counts a try before it is compared, so that a thousand at once are still counted one by one, and returns what it has
 * used up. Many machines that try at once share the tries of each start of a code. Beyond these, an address has a few
 * of its own, so that strangers cannot keep anybody from using a right code.
 */
async function countTry(world: World, { code, caller }: SignIn): Promise<readonly Use[]> {
  const { kysely } = world.database;
  const own: Use = { name: "sign-in-codes-from-address", key: caller };
  const shared: Use[] = [own, { name: "sign-in-codes-with-start", key: code.slice(0, startLength) }];
  if ((await takeAllowances(world, kysely, ...shared)) === 0) return shared;
  const despite: Use[] = [own, { name: "sign-in-codes-despite-start", key: caller }];
  const wait = await takeAllowances(world, kysely, ...despite);
  if (wait > 0)
    throw new TooMany(`Too many wrong codes. Please try again in ${inWords(Math.ceil(wait))}.`, wait);
  return despite;
}

interface SignIn {
  code: string;
  /** The address or the remembered device that tries are counted for. */
  caller: string;
  userAgent: string | undefined;
}

/** Roles are checked again, because they may have changed since the code was made. */
async function spendCode(trx: Db, hash: Buffer, now: Date) {
  const spent = await takeSignInCode(trx, hash, now);
  if (!spent || !(await canBeSignedInBy(trx, spent.person_id, spent.made_by))) throw expired();
  return spent;
}

/**
 * The session is not freshly proven, so that nobody can change an account by signing its owner in. The owner is told, and
 * can undo it like a change.
 */
export async function signInByCode(world: World, signIn: SignIn): Promise<string> {
  const { database, secrets, clock } = world;
  const { code, userAgent } = signIn;
  const now = clock.now();
  const uses = await countTry(world, signIn);
  const { token, change } = await database.kysely.transaction().execute(async (trx) => {
    const { person_id: personId, family_id: familyId } = await spendCode(trx, hashOf(secrets, code), now);
    const session = await startSession(trx, { personId, familyId, userAgent, isProven: false }, now);
    await giveBackAllowances(world, trx, ...uses);
    const change = await recordChange(world, trx, { id: personId, sessionId: session.id }, "sign-in");
    return { token: session.token, change };
  });
  await notifyOldContacts(world, change);
  return token;
}
