import { sql } from "kysely";
import { takeAllowances, type Use } from "#server/allowances/allowances.ts";
import type { Db } from "#server/db/schema.ts";
import { TooMany } from "#server/errors.ts";
import { inWords } from "#server/http/limits.ts";
import type { World } from "#server/world.ts";

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
