import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Login as LoginSchema } from "#contract/accounts/sign-in.ts";
import type { Limits } from "#server/config/limits.ts";
import type { Db } from "#server/db/schema.ts";
import { NotSignedIn } from "#server/errors.ts";
import { proveContactMethod } from "#server/messages/contact-methods.ts";
import { toE164 } from "#server/phone-numbers.ts";
import { fingerprint } from "#server/secrets.ts";
import type { World } from "#server/world.ts";
import { isPassword } from "./passwords/passwords.ts";
import { limitTries, type TryLimit } from "./passwords/tries.ts";
import { type Claim, spendProof } from "./phone-verifications.ts";
import type { Caller } from "./remembered-devices.ts";
import { startSession } from "./sessions.ts";

type Login = z.output<typeof LoginSchema>;

interface Candidate {
  id: number;
  password_hash: string | null;
  /** Found by phone number or e-mail, which are one person's. */
  is_unique: boolean;
  is_remembered: boolean;
}

/** The password is compared with at most this many people who share a username. */
const maxNamesakes = 3;

/** How many passwords are compared follows from what was typed alone: it must not tell which accounts exist. */
const workFor = (typed: string): number =>
  typed.includes("@") || toE164(typed) !== undefined ? 1 : maxNamesakes;

/**
 * The person with this phone number or e-mail, else those with this username: first whoever was signed in on this device
 * before, then whoever has had the name longest, so that nobody is displaced by somebody who takes their name.
 */
async function findCandidates(db: Db, typed: string, device: string | undefined): Promise<Candidate[]> {
  const name = typed.trim().toLowerCase();
  const phoneNumber = toE164(typed) ?? null;
  const deviceHash = device === undefined ? null : fingerprint(device);
  const { rows } = await sql<Candidate>`
    select p.id, p.password_hash, d.person_id is not null as is_remembered,
      coalesce(p.phone_number = ${phoneNumber} or lower(p.email) = ${name}, false) as is_unique
    from people p left join remembered_devices d on d.person_id = p.id and d.device_hash = ${deviceHash}
    where p.phone_number = ${phoneNumber} or lower(p.email) = ${name} or lower(p.username) = ${name}
    order by is_unique desc, is_remembered desc, p.named_at, p.id
    limit ${workFor(typed)}`.execute(db);
  return rows[0]?.is_unique ? rows.slice(0, 1) : rows;
}

/** Whose password this is, if it is exactly one person's. */
async function ownerOf(
  password: string,
  hashes: readonly Candidate[],
  work: number,
): Promise<number | undefined> {
  const checks = Array.from({ length: work }, (_, index) =>
    isPassword(password, hashes[index]?.password_hash ?? null),
  );
  const areRight = await Promise.all(checks);
  const [owner, another] = hashes.filter((_, index) => areRight[index]);
  return another ? undefined : owner?.id;
}

/** A wrong password counts for the device alone: nobody elsewhere can lock it out. */
const limitsOnDevice = ({ loginsPerAccount }: Limits, device: string, name: string): TryLimit[] => [
  { subject: `on device ${device} as ${name}`, max: loginsPerAccount },
];

/** From everywhere together there may be so many times more than from one address: that stops many machines at once. */
const addressesAtOnce = 10;

const limitsFromAddress = ({ loginsPerAccount }: Limits, ip: string, name: string): TryLimit[] => [
  { subject: `from ${ip} as ${name}`, max: loginsPerAccount },
  { subject: `as ${name}`, max: loginsPerAccount * addressesAtOnce },
];

/** Refuses after the same work and as many tries whether there is such an account or not. */
async function findOwner(
  world: World,
  { username, password }: Login,
  { ip, device }: Caller,
): Promise<number | undefined> {
  const { database, config } = world;
  const candidates = await findCandidates(database.kysely, username, device);
  const [first] = candidates;
  const name = first?.is_unique ? `person ${first.id}` : `name ${username.trim().toLowerCase()}`;
  const known = candidates.filter((candidate) => candidate.is_remembered);
  if (device !== undefined && known.length > 0) {
    const limits = limitsOnDevice(config.limits, device, name);
    const owner = await limitTries(world, limits, () => ownerOf(password, known, known.length));
    if (owner !== undefined || known.length === candidates.length) return owner;
  }
  const strangers = candidates.filter((candidate) => !candidate.is_remembered);
  const limits = limitsFromAddress(config.limits, ip, name);
  return await limitTries(world, limits, () => ownerOf(password, strangers, workFor(username)));
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
  return await database.kysely
    .transaction()
    .execute((trx) => startSession(trx, { personId, userAgent }, clock.now()));
}

/** Signs in whoever is known by a number that this browser has just proved; the proof is used up. */
export async function loginByPhone(
  { database, clock }: World,
  claim: Claim,
  userAgent: string | undefined,
): Promise<string | undefined> {
  return await database.kysely.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("people")
      .select("id")
      .where("phone_number", "=", claim.phoneNumber)
      .executeTakeFirst();
    if (!person) return undefined;
    await spendProof(trx, claim, clock.now());
    await proveContactMethod(trx, { personId: person.id, channel: "sms" }, clock.now());
    return await startSession(trx, { personId: person.id, userAgent }, clock.now());
  });
}
