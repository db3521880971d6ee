import type * as z from "zod/mini";
import { Login as LoginSchema } from "#contract/accounts/sign-in.ts";
import { cleanText } from "#contract/text.ts";
import { comparableName, plainText } from "#contract/typed-words.ts";
import { giveBackAllowances, resetAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotSignedIn } from "#server/platform/errors.ts";
import { proveContactMethod } from "#server/platform/messages/contact-methods.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { channelFor } from "./code-addresses.ts";
import { isPassword, limitTries } from "./passwords.ts";
import { findOwnerOf } from "./queries.ts";
import { type Caller, isRemembered, perDevice } from "./remembered-devices.ts";
import { startSession } from "./sessions.ts";
import { findLoginCandidates } from "./sign-in-queries.ts";
import type { Claim } from "./verifications.ts";

type Login = z.output<typeof LoginSchema>;

type Candidate = Awaited<ReturnType<typeof findLoginCandidates>>[number];

/** The password is compared with at most this many people who share a username. */
const maxNamesakes = 3;

/** The number of compared passwords depends only on what was typed, so that it does not reveal which accounts exist. */
const workFor = (typed: string): number =>
  typed.includes("@") || toE164(typed) !== undefined ? 1 : maxNamesakes;

/**
 * Finds the person with this phone number or e-mail, or else those with this username. People who were signed in on
 * this device before come first, then those who have had the name longest, so that nobody is displaced by someone who
 * takes their name.
 */
async function findCandidates(db: Db, typed: string, device: string | undefined): Promise<Candidate[]> {
  const login = {
    email: plainText(typed).trim().toLowerCase(),
    name: cleanText(typed).trim(),
    phoneNumber: toE164(typed) ?? null,
    deviceHash: device === undefined ? null : fingerprint(device),
  };
  const found = await findLoginCandidates(db, login, workFor(typed));
  // A number or an address belongs to one person only.
  return found[0]?.is_unique ? found.slice(0, 1) : found;
}

/**
 * A device counts for itself only where the typed name can mean somebody who was signed in on it. Otherwise anyone could
 * guess other people's passwords from devices of their own account.
 */
export const signInsPerDevice = perDevice("sign-ins", async (world, device, { body }) => {
  // The body is not read yet where a flood is stopped in memory.
  const { data } = LoginSchema.safeParse(body);
  if (!data) return await isRemembered(world, device);
  const candidates = await findCandidates(world.database.kysely, data.username, device);
  return candidates.some(({ is_remembered }) => is_remembered);
});

/** Returns the person whose password this is, unless several people have it. */
async function ownerOf(
  { config }: World,
  password: string,
  hashes: readonly Candidate[],
  work: number,
): Promise<number | undefined> {
  const checks = Array.from({ length: work }, (_, index) =>
    isPassword(config, password, hashes[index]?.password_hash ?? null),
  );
  const areRight = await Promise.all(checks);
  const [owner, another] = hashes.filter((_, index) => areRight[index]);
  return another ? undefined : owner?.id;
}

/** A wrong password counts for the device alone, so that nobody elsewhere can lock it out. */
const triesOnDevice = (device: string, name: string): Use[] => [
  { name: "wrong-passwords-on-device", key: `${device} as ${name}` },
];

/** The second allowance stops many machines that try at once. */
const triesFromAddress = (ip: string, name: string): Use[] => [
  { name: "wrong-passwords-from-address", key: `${ip} as ${name}` },
  { name: "wrong-passwords-from-everywhere", key: name },
];

/** With a namesake, the wrong passwords may have been guesses at the other's, which a success must not forget. */
const settlementAmong = (candidates: readonly Candidate[]): typeof resetAllowances =>
  candidates.length === 1 ? resetAllowances : giveBackAllowances;

/** Takes the same work and allows the same number of tries whether or not the account exists. */
async function findOwner(
  world: World,
  { username, password }: Login,
  { ip, device }: Caller,
): Promise<number | undefined> {
  const { database } = world;
  const candidates = await findCandidates(database.kysely, username, device);
  const [first] = candidates;
  const name = first?.is_unique ? `person ${first.id}` : `name ${comparableName(username)}`;
  const known = candidates.filter((candidate) => candidate.is_remembered);
  if (device !== undefined && known.length > 0) {
    const tries = triesOnDevice(device, name);
    const prove = () => ownerOf(world, password, known, known.length);
    const owner = await limitTries(world, tries, prove, settlementAmong(known));
    if (owner !== undefined || known.length === candidates.length) return owner;
  }
  const strangers = candidates.filter((candidate) => !candidate.is_remembered);
  const tries = triesFromAddress(ip, name);
  const prove = () => ownerOf(world, password, strangers, workFor(username));
  return await limitTries(world, tries, prove, settlementAmong(candidates));
}

export async function login(
  world: World,
  typed: Login,
  caller: Caller,
  userAgent: string | undefined,
): Promise<string> {
  const { database, clock } = world;
  const personId = await findOwner(world, typed, caller);
  if (personId === undefined) throw new NotSignedIn("Invalid credentials");
  const { token } = await database.kysely
    .transaction()
    .execute((trx) => startSession(trx, { personId, userAgent }, clock.now()));
  return token;
}

/**
 * Signs in the person with the number or e-mail address that this browser has just proved. The proof is not used up, so
 * signing up with it afterwards is refused because the number is taken, and not as if it were unproven.
 */
export async function loginByCode(
  { database, clock }: World,
  claim: Claim,
  userAgent: string | undefined,
): Promise<string | undefined> {
  return await database.kysely.transaction().execute(async (trx) => {
    const personId = await findOwnerOf(trx, claim);
    if (personId === undefined) return undefined;
    const method = { personId, channel: channelFor(claim).name };
    await proveContactMethod(trx, method, clock.now());
    return (await startSession(trx, { personId, userAgent }, clock.now())).token;
  });
}
