// Which messages about invitations may leave: what a family types goes to strangers in our name.
import { sql } from "kysely";
import { mayText } from "#server/accounts/sms-allowance.ts";
import type { Db } from "#server/db/schema.ts";
import { countryOf } from "#server/phone-numbers.ts";
import type { World } from "#server/world.ts";

/** Where to reach somebody; null for a way that is not known, or not allowed. */
export interface Reach {
  email: string | null;
  phoneNumber: string | null;
}

interface Sending {
  familyId: number;
  /** Of whoever causes it. */
  ip: string;
  at: Date;
}

type Channel = "email" | "sms";

interface Counted {
  of_family: number;
  to_recipient: number;
}

/** One recipient's messages are counted one after the other. */
async function countSent(db: Db, channel: Channel, recipient: string, { familyId, at }: Sending) {
  const lane = channel === "email" ? 1 : 2;
  await sql`select pg_advisory_xact_lock(${lane}, hashtext(${recipient}))`.execute(db);
  const { rows } = await sql<Counted>`
    select count(*) filter (where family_id = ${familyId}) as of_family,
      count(*) filter (where channel = ${channel} and recipient = ${recipient}) as to_recipient
    from invitation_messages where sent_at > ${at}::timestamptz - interval '1 day'`.execute(db);
  return rows[0] ?? { of_family: 0, to_recipient: 0 };
}

async function count(trx: Db, channel: Channel, recipient: string, { familyId, ip, at }: Sending) {
  await sql`delete from invitation_messages where sent_at < ${at}::timestamptz - interval '2 days'`.execute(
    trx,
  );
  const message = { family_id: familyId, channel, recipient, ip, sent_at: at };
  await trx.insertInto("invitation_messages").values(message).execute();
}

async function mayLeave(
  trx: Db,
  { limits }: World["config"],
  channel: Channel,
  recipient: string,
  sending: Sending,
): Promise<boolean> {
  const { of_family, to_recipient } = await countSent(trx, channel, recipient, sending);
  if (of_family >= limits.invitationMessagesPerFamily) return false;
  if (to_recipient >= limits.invitationMessagesPerRecipient) return false;
  if (channel === "email") return true;
  if (!countryOf(recipient, limits.smsCountries)) return false;
  return await mayText(trx, limits, { phoneNumber: recipient, ip: sending.ip, now: sending.at });
}

/** Of these ways those that may be used now. Each is counted, whatever the provider makes of it. */
export async function permit(
  trx: Db,
  config: World["config"],
  { email, phoneNumber }: Reach,
  sending: Sending,
): Promise<Reach> {
  const use = async (channel: Channel, address: string | null) => {
    const recipient = address?.toLowerCase();
    if (!recipient || !(await mayLeave(trx, config, channel, recipient, sending))) return null;
    await count(trx, channel, recipient, sending);
    return address;
  };
  return { email: await use("email", email), phoneNumber: await use("sms", phoneNumber) };
}
