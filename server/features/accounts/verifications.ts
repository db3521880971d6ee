// Codes that prove a phone number or an e-mail address.
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import pLimit from "p-limit";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { giveBackAllowances, takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid, TooMany } from "#server/platform/errors.ts";
import { inWords } from "#server/platform/http/limits.ts";
import { measurementsOf } from "#server/platform/measurements.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { fingerprint, type Secrets } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import {
  type Code,
  type CodeAddress,
  channelFor,
  codeContent,
  hasUnsubscribed,
  notSent,
  notVerified,
  refuseOtherCountries,
  usesOfCode,
  usesOfProof,
} from "./code-addresses.ts";
import { type Caller, isRememberedAddress } from "./remembered-devices.ts";

/** A number or an e-mail address, and the secret of the browser that claims it. */
export interface Claim extends CodeAddress {
  readonly browser: string;
}

const maxChecks = 5;
const proofMs = 30 * minuteMs;

const wrongCode = (message: string) => new Invalid(message, { code: message });

const notRight = "That code isn't right. Please check it and try again.";

const macOf = (secrets: Secrets, { address, browser }: Claim, code: string): Buffer =>
  secrets.mac(`code ${address} ${browser} ${code}`);

// Code requests wait in their own queue, so that a flood of them doesn't take the connections that help requests need.
const oneAtATime = pLimit(1);

interface StoredCode {
  id: number;
  isRemembered: boolean;
  isSecond: boolean;
}

/** Whether this browser has asked once for a code to this address within the hour. */
async function isSecondCode(db: Db, { address, browser }: Claim, now: Date): Promise<boolean> {
  const { count } = await db
    .selectFrom("verifications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("address", "=", address)
    .where("browser_hash", "=", fingerprint(browser))
    .where("sent_at", ">", new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  return count === 1;
}

async function storeCode(
  world: World,
  claim: Claim,
  { ip, device }: Caller,
  code: string,
): Promise<StoredCode> {
  const { database, clock, secrets } = world;
  const { kind, address, browser } = claim;
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    const isRemembered = await isRememberedAddress(trx, device, claim);
    const isSecond = await isSecondCode(trx, claim, now);
    await takeCode(world, trx, { kind, address, ip, isRemembered, isSecond });
    await sql`delete from verifications where sent_at < ${now}::timestamptz - interval '2 days'`.execute(trx);
    const hashes = { browser_hash: fingerprint(browser), code_hash: macOf(secrets, claim, code) };
    const { id } = await trx
      .insertInto("verifications")
      .values({ address, ...hashes, is_remembered: isRemembered, sent_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, isRemembered, isSecond };
  });
}

/** Sends a code to an address, whether or not we know it. */
export async function requestCode(world: World, claim: Claim, caller: Caller): Promise<void> {
  const { config, database, log } = world;
  refuseOtherCountries(config, claim);
  const channel = channelFor(claim);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const { id, isRemembered, isSecond } = await oneAtATime(() => storeCode(world, claim, caller, code));
  try {
    await channel.send(world, claim.address, codeContent(code, config.publicUrl));
    measurementsOf(world)?.sent(channel.name, "accepted");
  } catch (error) {
    measurementsOf(world)?.sent(channel.name, error instanceof SendError ? error.kind : "transient");
    log.error({ err: error }, "a code could not be sent");
    await database.kysely.transaction().execute(async (trx) => {
      await trx.deleteFrom("verifications").where("id", "=", id).execute();
      await giveBackAllowances(
        world,
        trx,
        ...usesOfCode({ ...claim, ip: caller.ip, isRemembered, isSecond }),
      );
    });
    throw error instanceof SendError && error.refusal === "unsubscribed" ? hasUnsubscribed() : notSent(claim);
  }
}

interface Checked {
  is_right: boolean;
  checks: number;
}

/** Counts and compares in one statement, so that guesses at the same time get no extra check. Only the newest code counts. */
async function check(
  db: Db,
  { address, browser }: Claim,
  mac: Buffer,
  now: Date,
): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`
    update verifications
    set checks = checks + 1, verified_at = case when code_hash = ${mac} then ${now}::timestamptz end
    where id = (
        select max(id) from verifications
        where address = ${address} and browser_hash = ${fingerprint(browser)}
      )
      and verified_at is null and checks < ${maxChecks}
      and sent_at > ${now}::timestamptz - interval '10 minutes'
    returning verified_at is not null as is_right, checks`.execute(db);
  return rows[0];
}

/** Proves that the address belongs to the person at this browser, for half an hour and one use. */
export async function checkCode(
  { database, secrets, clock }: World,
  claim: Claim,
  code: string,
): Promise<void> {
  // Other texts than six digits are never a code of ours, so they cost no try.
  if (!/^\d{6}$/.test(code)) throw wrongCode(notRight);
  const checked = await check(database.kysely, claim, macOf(secrets, claim, code), clock.now());
  if (checked?.is_right) return;
  if (!checked || checked.checks >= maxChecks) {
    throw wrongCode("That code no longer works. Please ask for a new one.");
  }
  throw wrongCode(notRight);
}

/** A code that was entered no longer counts for its caller's address, so that a whole family can sign up there. */
export const forgiveCode = (world: World, claim: Claim, { ip }: Caller): Promise<void> =>
  giveBackAllowances(world, world.database.kysely, ...usesOfProof({ ...claim, ip }));

/** Whether this browser has proved the address and not used the proof yet. */
export async function hasProof(db: Db, { address, browser }: Claim, now: Date): Promise<boolean> {
  const proven = await db
    .selectFrom("verifications")
    .select("id")
    .where("address", "=", address)
    .where("browser_hash", "=", fingerprint(browser))
    .where("used_at", "is", null)
    .where("verified_at", ">", new Date(now.getTime() - proofMs))
    .limit(1)
    .executeTakeFirst();
  return proven !== undefined;
}

/** Uses up the proof. This runs in the transaction that needs the proof. */
export async function consumeProof(db: Db, claim: Claim, now: Date): Promise<void> {
  const { address, browser } = claim;
  const used = await sql`
    update verifications set used_at = ${now}
    where address = ${address} and browser_hash = ${fingerprint(browser)} and used_at is null
      and verified_at > ${new Date(now.getTime() - proofMs)}::timestamptz
    returning id`.execute(db);
  if (used.rows.length === 0) throw notVerified(claim);
}

/** The seconds to wait after the first, second ... code that was not answered. */
const waits = [30, 60, 120, 240];

interface Sent {
  last_sent_at: Date;
  /** The codes sent since the address was last proved. */
  unanswered: number;
}

/** The wait grows with each code that was not answered. */
async function secondsToNextCode(db: Db, { address, isRemembered }: Code, now: Date): Promise<number> {
  const ofAddress = sql`address = ${address} and is_remembered = ${isRemembered}`;
  const { rows } = await sql<Sent>`
    select max(sent_at) as last_sent_at, count(*) filter (where sent_at > coalesce(
      (select max(verified_at) from verifications where ${ofAddress}), '-infinity')) as unanswered
    from verifications where ${ofAddress} and sent_at > ${now}::timestamptz - interval '1 day'`.execute(db);
  const [{ last_sent_at: lastSentAt, unanswered } = { last_sent_at: now, unanswered: 0 }] = rows;
  const wait = waits[Math.min(unanswered, waits.length) - 1];
  return wait === undefined ? 0 : wait - (now.getTime() - lastSentAt.getTime()) / 1000;
}

/** Counts a code, or refuses it. The count is undone if the transaction fails. */
async function takeCode(world: World, trx: Db, code: Code): Promise<void> {
  // Taking the allowances first locks the address's counts, so that the second of two simultaneous codes sees the first.
  const wait = await takeAllowances(world, trx, ...usesOfCode(code));
  const seconds = Math.max(wait, await secondsToNextCode(trx, code, world.clock.now()));
  if (seconds > 0) throw new TooMany(`Please try again in ${inWords(Math.ceil(seconds))}.`, seconds);
}
