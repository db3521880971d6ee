import { sql } from "kysely";
import type { Limits } from "../config.ts";
import type { Db } from "../db/schema.ts";
import { TooMany } from "../errors.ts";
import { inWords } from "../http/limits.ts";

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
  last_to_phone: Date;
  /** Since the phone last proved itself. */
  unanswered: number;
}

async function countSent(db: Db, phoneNumber: string, ip: string, now: Date): Promise<Sent> {
  const ofPhone = sql`phone_number = ${phoneNumber}`;
  const ofIp = sql`ip = ${ip} and sent_at > ${now}::timestamptz - interval '1 hour'`;
  const lastProof = sql`select max(verified_at) from phone_verifications where ${ofPhone}`;
  const { rows } = await sql<Sent>`
    select count(*) as in_total, min(sent_at) as total_since,
      count(*) filter (where ${ofIp}) as from_ip, min(sent_at) filter (where ${ofIp}) as ip_since,
      count(*) filter (where ${ofPhone}) as to_phone, min(sent_at) filter (where ${ofPhone}) as phone_since,
      max(sent_at) filter (where ${ofPhone}) as last_to_phone,
      count(*) filter (where ${ofPhone} and sent_at > coalesce((${lastProof}), '-infinity')) as unanswered
    from phone_verifications
    where sent_at > ${now}::timestamptz - interval '1 day'`.execute(db);
  const [sent] = rows;
  if (!sent) throw new Error("a count has one row");
  return sent;
}

const after = (since: Date, seconds: number): number => since.getTime() + seconds * 1000;

function freeAgainAt(sent: Sent, limits: Limits): number {
  const wait = waits[Math.min(sent.unanswered, waits.length) - 1];
  return Math.max(
    wait ? after(sent.last_to_phone, wait) : 0,
    sent.to_phone >= limits.smsPerPhonePerDay ? after(sent.phone_since, day) : 0,
    sent.from_ip >= limits.smsPerIpPerHour ? after(sent.ip_since, hour) : 0,
    sent.in_total >= limits.smsPerDay ? after(sent.total_since, day) : 0,
  );
}

/** Refuses a text that would be one too many for the phone, the caller's address or the whole server. */
export async function refuseTooManySms(
  db: Db,
  limits: Limits,
  { phoneNumber, ip, now }: { phoneNumber: string; ip: string; now: Date },
): Promise<void> {
  // Until the transaction ends nobody else counts: two at once cannot both be the last one allowed.
  await sql`select pg_advisory_xact_lock(hashtext('phone_verifications'))`.execute(db);
  const seconds = (freeAgainAt(await countSent(db, phoneNumber, ip, now), limits) - now.getTime()) / 1000;
  if (seconds > 0) throw new TooMany(`Please try again in ${inWords(Math.ceil(seconds))}.`, seconds);
}
