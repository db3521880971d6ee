import { randomInt } from "node:crypto";
import { sql } from "kysely";
import pLimit from "p-limit";
import { giveBackAllowances, takeAllowances, type Use } from "#server/allowances/allowances.ts";
import type { Db } from "#server/db/schema.ts";
import { Forbidden, Invalid, TooMany, Unavailable } from "#server/errors.ts";
import { inWords } from "#server/http/limits.ts";
import { invitedNumber } from "#server/invitations/answers.ts";
import { measurementsOf } from "#server/measurements.ts";
import { SendError } from "#server/messages/send-error.ts";
import { smsChannel } from "#server/messages/sms/channel.ts";
import { countryOf, toE164 } from "#server/phone-numbers.ts";
import { fingerprint, type Secrets } from "#server/secrets.ts";
import type { World } from "#server/world.ts";
import { type Caller, isRememberedNumber } from "./remembered-devices.ts";

/** A phone number, and the secret of the browser that claims it. */
export interface Claim {
  phoneNumber: string;
  browser: string;
}

const maxChecks = 5;

const wrongNumber = (message: string) => new Invalid(message, { phoneNumber: message });
const wrongCode = (message: string) => new Invalid(message, { code: message });

export function provableNumber(typed: string): string {
  const phoneNumber = toE164(typed);
  if (!phoneNumber) throw wrongNumber("That phone number doesn't exist. Please check it.");
  return phoneNumber;
}

/** Returns the number that was typed, or else that of the invitation, which is never shown to the person. */
export async function numberFor(
  { database, clock }: World,
  { phoneNumber, inviteCode = "" }: { phoneNumber?: string | undefined; inviteCode?: string | undefined },
): Promise<string> {
  return phoneNumber ?? (await invitedNumber(database.kysely, inviteCode, clock.now()));
}

const macOf = (secrets: Secrets, { phoneNumber, browser }: Claim, code: string): Buffer =>
  secrets.mac(`phone code ${phoneNumber} ${browser} ${code}`);

/** Phones fill in a code from a message that ends like this: https://wicg.github.io/sms-one-time-codes/ */
const codeMessage = (code: string, publicUrl: string): string =>
  `${code} is your Porchlight code. It works for 10 minutes. Please do not share it.\n\n@${new URL(publicUrl).hostname} #${code}`;

// A flood of code requests waits in its own queue, and not for the connections that help requests need.
const oneAtATime = pLimit(1);

interface StoredCode {
  id: number;
  isRemembered: boolean;
}

async function storeCode(
  world: World,
  claim: Claim,
  { ip, device }: Caller,
  code: string,
): Promise<StoredCode> {
  const { database, clock, secrets } = world;
  const { phoneNumber, browser } = claim;
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    const isRemembered = await isRememberedNumber(trx, device, phoneNumber);
    await takeCode(world, trx, { phoneNumber, ip, isRemembered });
    await sql`delete from phone_verifications where sent_at < ${now}::timestamptz - interval '2 days'`.execute(
      trx,
    );
    const hashes = { browser_hash: fingerprint(browser), code_hash: macOf(secrets, claim, code) };
    const { id } = await trx
      .insertInto("phone_verifications")
      .values({ phone_number: phoneNumber, ...hashes, is_remembered: isRemembered, sent_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, isRemembered };
  });
}

/** Texts a code to a phone, whether or not we know the number. */
export async function requestCode(world: World, typed: Claim, caller: Caller): Promise<void> {
  const { config, database, log } = world;
  const claim = { ...typed, phoneNumber: provableNumber(typed.phoneNumber) };
  if (!countryOf(claim.phoneNumber, config.limits.smsCountries)) {
    throw wrongNumber("We cannot text a number in that country yet.");
  }
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const { id, isRemembered } = await oneAtATime(() => storeCode(world, claim, caller, code));
  try {
    const text = codeMessage(code, config.publicUrl);
    await smsChannel.send(world, claim.phoneNumber, { title: "Your Porchlight code", text, path: "/" });
    measurementsOf(world)?.sent(smsChannel.name, "accepted");
  } catch (error) {
    measurementsOf(world)?.sent(smsChannel.name, error instanceof SendError ? error.kind : "transient");
    log.error({ err: error }, "a code could not be texted");
    await database.kysely.transaction().execute(async (trx) => {
      await trx.deleteFrom("phone_verifications").where("id", "=", id).execute();
      await giveBackAllowances(world, trx, ...usesOfCode({ ...claim, ip: caller.ip, isRemembered }));
    });
    throw new Unavailable("We could not send the text. Please try again in a minute.");
  }
}

interface Checked {
  is_right: boolean;
  checks: number;
}

/** Counts and compares in one statement, so that guesses at the same time get no extra check. Only the newest code counts. */
async function check(
  db: Db,
  { phoneNumber, browser }: Claim,
  mac: Buffer,
  now: Date,
): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`
    update phone_verifications
    set checks = checks + 1, verified_at = case when code_hash = ${mac} then ${now}::timestamptz end
    where id = (
        select max(id) from phone_verifications
        where phone_number = ${phoneNumber} and browser_hash = ${fingerprint(browser)}
      )
      and verified_at is null and checks < ${maxChecks}
      and sent_at > ${now}::timestamptz - interval '10 minutes'
    returning verified_at is not null as is_right, checks`.execute(db);
  return rows[0];
}

/** Proves that the phone belongs to the person at this browser, for half an hour and one use. */
export async function checkCode(
  { database, secrets, clock }: World,
  { phoneNumber, browser }: { phoneNumber: string; browser: string | undefined },
  code: string,
): Promise<Claim> {
  const claim = { phoneNumber: provableNumber(phoneNumber), browser: browser ?? "" };
  const checked = await check(database.kysely, claim, macOf(secrets, claim, code), clock.now());
  if (checked?.is_right) return claim;
  if (!checked || checked.checks >= maxChecks) {
    throw wrongCode("That code no longer works. Please ask for a new one.");
  }
  throw wrongCode("That code isn't right. Please check it and try again.");
}

/** Uses up the proof. This runs in the transaction that needs the proof. */
export async function spendProof(db: Db, { phoneNumber, browser }: Claim, now: Date): Promise<void> {
  const used = await sql`
    update phone_verifications set used_at = ${now}
    where phone_number = ${phoneNumber} and browser_hash = ${fingerprint(browser)} and used_at is null
      and verified_at > ${now}::timestamptz - interval '30 minutes'
    returning id`.execute(db);
  if (used.rows.length === 0) throw new Forbidden("Please verify your phone number first.");
}

/** Seconds to wait after the first, second ... code that nobody has answered. */
const waits = [30, 60, 120, 240];

interface Code {
  phoneNumber: string;
  ip: string;
  /** Whether the device was signed in to the owner of the number before. */
  isRemembered: boolean;
}

/**
 * The owner's remembered devices have an allowance of their own, and wait for no other texts, so that strangers cannot use
 * up what the owner needs. Texts about invitations from the same house do not delay a code, but codes delay them.
 */
export const usesOfCode = ({ phoneNumber, ip, isRemembered }: Code): Use[] => [
  { name: isRemembered ? "texts-to-remembered-device" : "texts-to-phone", key: phoneNumber },
  { name: "codes-from-address", key: ip, isChecked: !isRemembered },
  { name: "texts-from-address", key: ip, isChecked: false },
  { name: "texts-of-server", key: "", isChecked: !isRemembered },
];

interface Sent {
  last_sent_at: Date;
  /** Codes since the phone last proved itself. */
  unanswered: number;
}

/** The wait grows with each code that nobody has answered. */
async function secondsToNextCode(db: Db, { phoneNumber, isRemembered }: Code, now: Date): Promise<number> {
  const ofPhone = sql`phone_number = ${phoneNumber} and is_remembered = ${isRemembered}`;
  const { rows } = await sql<Sent>`
    select max(sent_at) as last_sent_at, count(*) filter (where sent_at > coalesce(
      (select max(verified_at) from phone_verifications where ${ofPhone}), '-infinity')) as unanswered
    from phone_verifications where ${ofPhone} and sent_at > ${now}::timestamptz - interval '1 day'`.execute(
    db,
  );
  const [{ last_sent_at: lastSentAt, unanswered } = { last_sent_at: now, unanswered: 0 }] = rows;
  const wait = waits[Math.min(unanswered, waits.length) - 1];
  return wait === undefined ? 0 : wait - (now.getTime() - lastSentAt.getTime()) / 1000;
}

/** Counts a code, or refuses it. The count is undone if the transaction fails. */
export async function takeCode(world: World, trx: Db, code: Code): Promise<void> {
  // Taking first locks the phone's counts, so that of two codes at once the second sees the first.
  const wait = await takeAllowances(world, trx, ...usesOfCode(code));
  const seconds = Math.max(wait, await secondsToNextCode(trx, code, world.clock.now()));
  if (seconds > 0) throw new TooMany(`Please try again in ${inWords(Math.ceil(seconds))}.`, seconds);
}
