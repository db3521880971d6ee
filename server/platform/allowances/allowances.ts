// All limits of the form "at most so many in a period". They hold across all servers.
import { daySeconds, hourSeconds, minuteSeconds } from "#contract/durations.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { World } from "#server/platform/world.ts";
import { countLimitHit } from "./limit-hits.ts";
import { addUse, deleteExpired, deleteNewestUse, deleteUses, findUses } from "./queries.ts";

/** Much longer than a help request stays open. */
const yearSeconds = 365 * daySeconds;

interface Allowance {
  readonly max: number | ((limits: Limits) => number);
  readonly seconds: number;
  /** What is counted separately, such as each address or each session. */
  readonly per:
    | "session"
    | "person"
    | "member"
    | "family"
    | "request"
    | "text"
    | "link"
    | "phone"
    | "email"
    | "address"
    | "code"
    | "server";
}

/** All addresses together may try ten times as many passwords for one account as a single address may. */
const addressesAtOnce = 10;

const allowances = {
  // Counts codes and texts about invitations together. A remembered device gets codes only.
  "texts-to-phone": { max: (limits) => limits.smsPerPhonePerDay, seconds: daySeconds, per: "phone" },
  "texts-to-remembered-device": {
    max: (limits) => limits.smsPerPhonePerDay,
    seconds: daySeconds,
    per: "phone",
  },
  "codes-from-address": { max: (limits) => limits.smsPerIpPerHour, seconds: hourSeconds, per: "address" },
  // Counts codes and texts about invitations together.
  "texts-from-address": { max: (limits) => limits.smsPerIpPerHour, seconds: hourSeconds, per: "address" },
  // Codes by e-mail have the limits of texts.
  "codes-to-email": { max: (limits) => limits.smsPerPhonePerDay, seconds: daySeconds, per: "email" },
  "codes-to-email-of-remembered-device": {
    max: (limits) => limits.smsPerPhonePerDay,
    seconds: daySeconds,
    per: "email",
  },
  "code-emails-of-server": { max: (limits) => limits.smsPerDay, seconds: daySeconds, per: "server" },
  "texts-of-server": { max: (limits) => limits.smsPerDay, seconds: daySeconds, per: "server" },

  "sign-ins": { max: (limits) => limits.loginsPerIp, seconds: 5 * minuteSeconds, per: "address" },
  "passkey-starts": { max: (limits) => limits.loginsPerIp, seconds: 5 * minuteSeconds, per: "address" },
  "passkey-sign-ins": { max: (limits) => limits.loginsPerIp, seconds: 5 * minuteSeconds, per: "address" },
  "provider-sign-ins": { max: (limits) => limits.loginsPerIp, seconds: 5 * minuteSeconds, per: "address" },
  registrations: { max: (limits) => limits.registrationsPerIp, seconds: 30 * minuteSeconds, per: "address" },
  "known-registrations": {
    max: (limits) => limits.knownRegistrationsPerIp,
    seconds: 30 * minuteSeconds,
    per: "address",
  },
  // A person who opened a link that was enough to join gets an account even if it was closed on the way.
  "accounts-of-closed-link": { max: 3, seconds: 9 * daySeconds, per: "link" },
  "wrong-passwords-from-address": {
    max: (limits) => limits.loginsPerAccount,
    seconds: hourSeconds,
    per: "address",
  },
  "wrong-passwords-from-everywhere": {
    max: (limits) => limits.loginsPerAccount * addressesAtOnce,
    seconds: hourSeconds,
    per: "person",
  },
  "wrong-passwords-on-device": {
    max: (limits) => limits.loginsPerAccount,
    seconds: hourSeconds,
    per: "person",
  },
  "wrong-passwords-in-session": {
    max: (limits) => limits.loginsPerAccount,
    seconds: hourSeconds,
    per: "session",
  },

  // A code has 40 bits, and its first two characters have 1,024 values. All addresses together get about 20,000 tries,
  // which find one of 100 open codes in 1 of 500,000 periods.
  "sign-in-codes-from-address": { max: 10, seconds: 10 * minuteSeconds, per: "address" },
  "sign-in-codes-with-start": { max: 20, seconds: 10 * minuteSeconds, per: "code" },
  // Strangers who use up the allowance of a start must not lock out the person with the right code.
  "sign-in-codes-despite-start": { max: 5, seconds: 10 * minuteSeconds, per: "address" },
  // Anybody can ask the entrance for somebody's link.
  "family-searches": { max: (limits) => limits.smsPerIpPerHour, seconds: hourSeconds, per: "address" },
  "sign-in-links": { max: 3, seconds: hourSeconds, per: "person" },
  "sign-in-links-of-day": { max: (limits) => limits.smsPerPhonePerDay, seconds: daySeconds, per: "person" },
  // What the entrance has signed works for a minute, on clocks that differ by a minute at most.
  "questions-of-cells": { max: 1, seconds: 3 * minuteSeconds, per: "code" },
  "sign-in-codes-of-admin": { max: 20, seconds: daySeconds, per: "person" },

  // Handling a picture costs about as much as a hundred other calls.
  pictures: { max: 300, seconds: daySeconds, per: "person" },
  "voice-messages": { max: 300, seconds: daySeconds, per: "person" },

  // Each change is announced by text, which costs money.
  "account-changes": { max: 10, seconds: daySeconds, per: "person" },
  "undone-account-changes": { max: 10, seconds: 30 * minuteSeconds, per: "address" },
  // Each request is announced to every member by text.
  "family-deletion-requests": { max: 3, seconds: daySeconds, per: "family" },
  "family-imports": { max: 10, seconds: daySeconds, per: "person" },
  "kept-families": { max: 10, seconds: 30 * minuteSeconds, per: "address" },
  "new-emails-of-person": { max: 5, seconds: daySeconds, per: "person" },
  "confirmations-to-email": { max: 3, seconds: daySeconds, per: "email" },

  "invitation-messages-of-family": {
    max: (limits) => limits.invitationMessagesPerFamily,
    seconds: daySeconds,
    per: "family",
  },
  "invitations-to-email": {
    max: (limits) => limits.invitationMessagesPerRecipient,
    seconds: daySeconds,
    per: "email",
  },
  "invitations-to-phone": {
    max: (limits) => limits.invitationMessagesPerRecipient,
    seconds: daySeconds,
    per: "phone",
  },
  "renewal-requests": { max: 10, seconds: 30 * minuteSeconds, per: "address" },

  // Each posts to an address that somebody has entered.
  "webhook-tests": { max: 30, seconds: hourSeconds, per: "family" },

  "help-texts-of-request": {
    max: (limits) => limits.helpTextsPerRequest,
    seconds: yearSeconds,
    per: "request",
  },
  "help-texts-of-family": { max: (limits) => limits.helpTextsPerDay, seconds: daySeconds, per: "family" },
  "help-calls-of-request": {
    max: (limits) => limits.helpCallsPerRequest,
    seconds: yearSeconds,
    per: "request",
  },
  "help-calls-of-family": { max: (limits) => limits.helpCallsPerDay, seconds: daySeconds, per: "family" },
  "calls-of-server": { max: (limits) => limits.callsPerDay, seconds: daySeconds, per: "server" },
  // Each costs money.
  "phone-door-calls": { max: 20, seconds: hourSeconds, per: "phone" },
  // A PIN has 10,000 values, so it takes somebody who forges the number months to find it.
  "phone-door-pins-from-number": { max: 5, seconds: hourSeconds, per: "phone" },
  "phone-door-pins-of-member": { max: 20, seconds: daySeconds, per: "member" },
  // An Android phone passes a text on again for up to two days when it did not get our answer.
  "received-texts": { max: 1, seconds: 3 * daySeconds, per: "text" },
  // Each costs money, and anybody can text us. What somebody texts counts without a reply, too.
  "replies-to-phone": { max: 20, seconds: daySeconds, per: "phone" },
  "light-texts": { max: 5, seconds: daySeconds, per: "member" },
  "reminder-texts": { max: (limits) => limits.reminderTextsPerDay, seconds: daySeconds, per: "member" },
  "reachability-tests": { max: (limits) => limits.testsPerPersonPerDay, seconds: daySeconds, per: "person" },
  "calendar-fetches": { max: (limits) => limits.feedReadings, seconds: 5 * minuteSeconds, per: "person" },
} as const satisfies Record<string, Allowance>;

export type AllowanceName = keyof typeof allowances;

export interface Use {
  readonly name: AllowanceName;
  /** The id, number or address that is counted. */
  readonly key: string | number;
  /** If false, the use is counted even if it exceeds the limit. */
  readonly isChecked?: boolean;
}

/** A phone call, which the server counts whatever it is about. */
export const callOfServer: Use = { name: "calls-of-server", key: "" };

type Counting = Pick<World, "config" | "clock" | "secrets" | "database" | "log">;

interface Counter {
  readonly name: AllowanceName;
  /** A keyed hash, so that a stolen database reveals neither addresses nor numbers. */
  readonly key: Buffer;
  readonly max: number;
  readonly seconds: number;
  readonly now: Date;
  readonly since: Date;
  readonly expiresAt: Date;
}

function counterOf({ config, clock, secrets }: Counting, { name, key }: Use): Counter {
  const { max, seconds }: Allowance = allowances[name];
  const now = clock.now();
  return {
    name,
    key: secrets.mac(`allowance ${name} ${key}`),
    max: typeof max === "number" ? max : max(config.limits),
    seconds,
    now,
    since: new Date(now.getTime() - seconds * 1000),
    expiresAt: new Date(now.getTime() + seconds * 1000),
  };
}

/** The next use is possible once so many of the recent uses have left the period that fewer than `max` remain. */
async function secondsToWait(db: Db, counter: Counter): Promise<number> {
  const { max, seconds, now, since } = counter;
  const times = (await findUses(db, counter))
    .map((use) => use.getTime())
    .filter((use) => use > since.getTime());
  const from = times.sort((one, other) => one - other).at(-Math.max(1, max)) ?? now.getTime();
  return (from - now.getTime()) / 1000 + seconds;
}

/**
 * Takes one use of each allowance, or none if any of them is used up. Returns the seconds until all of them have one
 * again, so 0 means that they were taken. If the transaction fails, nothing was taken.
 */
export async function takeAllowances(world: Counting, db: Db, ...uses: readonly Use[]): Promise<number> {
  const taken: Use[] = [];
  let wait = 0;
  for (const use of uses) {
    const counter = counterOf(world, use);
    const isTaken = await addUse(
      db,
      use.isChecked === false ? { ...counter, max: Number.MAX_SAFE_INTEGER } : counter,
    );
    if (isTaken) {
      taken.push(use);
      continue;
    }
    countLimitHit(world, use.name);
    wait = Math.max(wait, await secondsToWait(db, counter));
  }
  if (wait > 0) await giveBackAllowances(world, db, ...taken);
  return wait;
}

/** Gives back the newest use of each. */
export async function giveBackAllowances(world: Counting, db: Db, ...uses: readonly Use[]): Promise<void> {
  for (const use of uses) await deleteNewestUse(db, counterOf(world, use));
}

/** Forgets every use of each. */
export async function resetAllowances(world: Counting, db: Db, ...uses: readonly Use[]): Promise<void> {
  for (const use of uses) await deleteUses(db, counterOf(world, use));
}

export const deleteExpiredAllowances = ({ database, clock }: World): Promise<void> =>
  deleteExpired(database.kysely, clock.now());
