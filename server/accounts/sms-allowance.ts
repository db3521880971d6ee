import { sql } from "kysely";
import type { Limits } from "#server/config/limits.ts";
import type { Db } from "#server/db/schema.ts";
import { TooMany } from "#server/errors.ts";
import { inWords } from "#server/http/limits.ts";

/** Seconds to wait after the first, second ... code that nobody has answered. */
const waits = [30, 60, 120, 240];
const hour = 3600;
const day = 24 * hour;

interface Sent {
  in_total: number;
  total_since: Date;
  from_ip: number;
  ip_since: Date;
  to_phone: number;
  phone_since: Date;
  last_code: Date;
  /** Codes since the phone last proved itself. */
  unanswered: number;
}

/** Codes, and what was texted about invitations; only codes have somebody who waits for them. */
const texts = sql`(
  select phone_number, ip, sent_at, true as is_code, is_remembered from phone_verifications
  union all
  select recipient, ip, sent_at, false, false from invitation_messages where channel = 'sms'
) texts`;

interface Text {
  phoneNumber: string;
  ip: string;
  now: Date;
  /** Asked for on a device that was signed in to the owner of the number before. */
  isRemembered?: boolean;
}

/**
 * The texts to a phone are counted apart for its owner's remembered devices and for everybody else, so that strangers
 * cannot use up what the owner needs.
 *
 * A code is not to wait for the invitations that left from the same house; the other way round it is.
 */
async function countSent(db: Db, text: Text, isCode: boolean): Promise<Sent> {
  const { phoneNumber, ip, now, isRemembered = false } = text;
  // Until the transaction ends nobody else counts: two at once cannot both be the last one allowed.
  await sql`select pg_advisory_xact_lock(hashtext('phone_verifications'))`.execute(db);
  const ofPhone = sql`(phone_number = ${phoneNumber} and is_remembered = ${isRemembered})`;
  const ofIp = sql`ip = ${ip} and (is_code or not ${isCode}) and sent_at > ${now}::timestamptz - interval '1 hour'`;
  const lastProof = sql`select max(verified_at) from phone_verifications where ${ofPhone}`;
  const { rows } = await sql<Sent>`
    select count(*) as in_total, min(sent_at) as total_since,
      count(*) filter (where ${ofIp}) as from_ip, min(sent_at) filter (where ${ofIp}) as ip_since,
      count(*) filter (where ${ofPhone}) as to_phone, min(sent_at) filter (where ${ofPhone}) as phone_since,
      max(sent_at) filter (where ${ofPhone} and is_code) as last_code,
      count(*) filter (where ${ofPhone} and is_code and sent_at > coalesce((${lastProof}), '-infinity')) as unanswered
    from ${texts}
    where sent_at > ${now}::timestamptz - interval '1 day'`.execute(db);
  const [sent] = rows;
  if (!sent) throw new Error("a count has one row");
  return sent;
}

const after = (since: Date, seconds: number): number => since.getTime() + seconds * 1000;

function nextCodeAt({ unanswered, last_code }: Sent): number {
  const wait = waits[Math.min(unanswered, waits.length) - 1];
  return wait ? after(last_code, wait) : 0;
}

const phoneFreeAt = ({ to_phone, phone_since }: Sent, { smsPerPhonePerDay }: Limits): number =>
  to_phone >= smsPerPhonePerDay ? after(phone_since, day) : 0;

function freeAgainAt(sent: Sent, limits: Limits): number {
  return Math.max(
    phoneFreeAt(sent, limits),
    sent.from_ip >= limits.smsPerIpPerHour ? after(sent.ip_since, hour) : 0,
    sent.in_total >= limits.smsPerDay ? after(sent.total_since, day) : 0,
  );
}

/**
 * Refuses a code that would be one too many for the phone, the caller's address or the whole server. A remembered device
 * waits for nobody's texts but those to the owner's own devices.
 */
export async function refuseTooManySms(db: Db, limits: Limits, text: Text): Promise<void> {
  const sent = await countSent(db, text, true);
  const freeAt = text.isRemembered ? phoneFreeAt(sent, limits) : freeAgainAt(sent, limits);
  const seconds = (Math.max(nextCodeAt(sent), freeAt) - text.now.getTime()) / 1000;
  if (seconds > 0) throw new TooMany(`Please try again in ${inWords(Math.ceil(seconds))}.`, seconds);
}

/** Whether a text may leave that nobody waits for. */
export async function mayText(db: Db, limits: Limits, text: Text): Promise<boolean> {
  return freeAgainAt(await countSent(db, text, false), limits) <= text.now.getTime();
}
