// Codes that prove a phone number or an e-mail address.
import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
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
import {
  checkNewestCode,
  countCodes,
  deleteCode,
  deleteOldCodes,
  findUnansweredCodes,
  hasUnusedProof,
  insertCode,
  spendProof,
} from "./sign-in-queries.ts";

/** A number or an e-mail address, and the secret of the browser that claims it. */
export interface Claim extends CodeAddress {
  readonly browser: string;
}

const maxChecks = 5;
/** A code works for this long, which its message says. */
const codeMs = 10 * minuteMs;
/** A proven address can be used for this long. */
const proofMs = 30 * minuteMs;
/** Codes of the last day count toward the next one. */
const countedMs = dayMs;
const retainedMs = 2 * dayMs;

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

const keyOf = ({ address, browser }: Claim) => ({ address, browserHash: fingerprint(browser) });

/** Whether this browser has asked once for a code to this address within the hour. */
const isSecondCode = async (db: Db, claim: Claim, now: Date): Promise<boolean> =>
  (await countCodes(db, keyOf(claim), new Date(now.getTime() - hourMs))) === 1;

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
    await deleteOldCodes(trx, new Date(now.getTime() - retainedMs));
    const hashes = { browser_hash: fingerprint(browser), code_hash: macOf(secrets, claim, code) };
    const id = await insertCode(trx, { address, ...hashes, is_remembered: isRemembered, sent_at: now });
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
      await deleteCode(trx, id);
      await giveBackAllowances(
        world,
        trx,
        ...usesOfCode({ ...claim, ip: caller.ip, isRemembered, isSecond }),
      );
    });
    throw error instanceof SendError && error.refusal === "unsubscribed" ? hasUnsubscribed() : notSent(claim);
  }
}

/** Proves that the address belongs to the person at this browser, for half an hour and one use. */
export async function checkCode(
  { database, secrets, clock }: World,
  claim: Claim,
  code: string,
): Promise<void> {
  // Other texts than six digits are never a code of ours, so they cost no try.
  if (!/^\d{6}$/.test(code)) throw wrongCode(notRight);
  const now = clock.now();
  const checked = await checkNewestCode(database.kysely, {
    ...keyOf(claim),
    codeHash: macOf(secrets, claim, code),
    maxChecks,
    sentSince: new Date(now.getTime() - codeMs),
    now,
  });
  if (checked?.verified_at) return;
  if (!checked || checked.checks >= maxChecks) {
    throw wrongCode("That code no longer works. Please ask for a new one.");
  }
  throw wrongCode(notRight);
}

/** A code that was entered no longer counts for its caller's address, so that a whole family can sign up there. */
export const forgiveCode = (world: World, claim: Claim, { ip }: Caller): Promise<void> =>
  giveBackAllowances(world, world.database.kysely, ...usesOfProof({ ...claim, ip }));

/** Whether this browser has proved the address and not used the proof yet. */
export const hasProof = (db: Db, claim: Claim, now: Date): Promise<boolean> =>
  hasUnusedProof(db, keyOf(claim), new Date(now.getTime() - proofMs));

/** Uses up the proof. This runs in the transaction that needs the proof. */
export async function consumeProof(db: Db, claim: Claim, now: Date): Promise<void> {
  const since = new Date(now.getTime() - proofMs);
  if (!(await spendProof(db, keyOf(claim), { since, now }))) throw notVerified(claim);
}

/** The seconds to wait after the first, second ... code that was not answered. */
const waits = [30, 60, 120, 240];

/** The wait grows with each code that was not answered. */
async function secondsToNextCode(db: Db, code: Code, now: Date): Promise<number> {
  const sentSince = new Date(now.getTime() - countedMs);
  const { count, lastSentAt } = await findUnansweredCodes(db, code, sentSince);
  const wait = waits[Math.min(count, waits.length) - 1];
  return wait === undefined || !lastSentAt ? 0 : wait - (now.getTime() - lastSentAt.getTime()) / 1000;
}

/** Counts a code, or refuses it. The count is undone if the transaction fails. */
async function takeCode(world: World, trx: Db, code: Code): Promise<void> {
  // Taking the allowances first locks the address's counts, so that the second of two simultaneous codes sees the first.
  const wait = await takeAllowances(world, trx, ...usesOfCode(code));
  const seconds = Math.max(wait, await secondsToNextCode(trx, code, world.clock.now()));
  if (seconds > 0) throw new TooMany(`Please try again in ${inWords(Math.ceil(seconds))}.`, seconds);
}
