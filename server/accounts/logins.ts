import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { NotSignedIn, TooMany } from "../errors.ts";
import { inWords } from "../http/limits.ts";
import { proveWay } from "../notifications/ways.ts";
import { toE164 } from "../phone-numbers.ts";
import type { World } from "../world.ts";
import { isPassword } from "./passwords.ts";
import { type Claim, spendProof } from "./phone-verifications.ts";
import { startSession } from "./sessions.ts";

interface Found {
  id: number;
  password_hash: string | null;
  is_unique: boolean;
}

/** By phone number or e-mail, which are one person's, else by a username that nobody shares. */
async function findPerson(db: Db, typed: string): Promise<Found | undefined> {
  const name = typed.trim().toLowerCase();
  const phoneNumber = toE164(typed) ?? null;
  const { rows } = await sql<Found>`
    select id, password_hash, coalesce(phone_number = ${phoneNumber}, lower(email) = ${name}, false) as is_unique
    from people
    where phone_number = ${phoneNumber} or lower(email) = ${name} or lower(username) = ${name}
    order by is_unique desc limit 2`.execute(db);
  const [first, second] = rows;
  return first?.is_unique || !second ? first : undefined;
}

interface Tries {
  tries: number;
  /** Seconds until the hour is over. */
  left: number;
}

/** Counted before the password is looked at, so that a thousand at once are still counted one by one. */
async function countTry(db: Db, subject: Buffer, now: Date): Promise<Tries | undefined> {
  const anHourAgo = sql`(${now}::timestamptz - interval '1 hour')`;
  await sql`delete from login_tries where since <= ${anHourAgo}`.execute(db);
  const { rows } = await sql<Tries>`
    insert into login_tries as t (subject, tries, since) values (${subject}, 1, ${now})
    on conflict (subject) do update set tries = t.tries + 1
    returning tries, extract(epoch from since - ${anHourAgo})::float as left`.execute(db);
  return rows[0];
}

/** Looks at a password, at most so many times an hour for one subject unless it is right. */
export async function provePassword(
  { database, config, secrets, clock }: World,
  subject: string,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const key = secrets.mac(`login ${subject}`);
  const counted = await countTry(database.kysely, key, clock.now());
  if (counted && counted.tries > config.limits.loginsPerAccount) {
    const wait = inWords(Math.ceil(counted.left));
    throw new TooMany(`That was tried too often. Please try again in ${wait}.`, counted.left);
  }
  const isRight = await isPassword(password, hash);
  if (isRight) await database.kysely.deleteFrom("login_tries").where("subject", "=", key).execute();
  return isRight;
}

/** What counts the tries: an account that does not exist is refused after as many as one that does. */
export const subjectOf = (personId: number): string => `person ${personId}`;

export async function login(
  world: World,
  { username, password }: { username: string; password: string },
  userAgent: string | undefined,
): Promise<string> {
  const { database, clock } = world;
  const person = await findPerson(database.kysely, username);
  const subject = person ? subjectOf(person.id) : `name ${username.trim().toLowerCase()}`;
  const isRight = await provePassword(world, subject, password, person?.password_hash ?? null);
  if (!person || !isRight) throw new NotSignedIn("Invalid credentials");
  return await startSession(database.kysely, { personId: person.id, userAgent }, clock.now());
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
    await proveWay(trx, { personId: person.id, channel: "sms" }, clock.now());
    return await startSession(trx, { personId: person.id, userAgent }, clock.now());
  });
}
