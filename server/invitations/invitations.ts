import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Invitation, NewInvitation } from "#contract/invitations.ts";
import type { Db, Row } from "../db/schema.ts";
import { Conflict, Invalid, NotFound } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import { toE164 } from "../phone-numbers.ts";
import { fingerprint, randomCode, type Secrets } from "../secrets.ts";
import type { World } from "../world.ts";

const sevenDays = 7 * 24 * 60 * 60 * 1000;

const told = (row: Row<"invitations">, secrets: Secrets): Invitation => ({
  id: row.id,
  familyId: row.family_id,
  name: row.name,
  email: row.email,
  phoneNumber: row.phone_number,
  role: row.role,
  status: row.status,
  inviteCode: secrets.open(row.sealed_code),
  expiresAt: row.expires_at.toISOString(),
});

/** A family that is named by whoever asks has to be the one that is open. */
function checkFamily(member: Member, familyId: number): void {
  if (familyId !== member.familyId) throw new NotFound();
}

export async function invitationsOf(
  { database, secrets }: World,
  member: Member,
  familyId: number,
): Promise<Invitation[]> {
  checkFamily(member, familyId);
  const rows = await database.kysely
    .selectFrom("invitations")
    .selectAll()
    .where("family_id", "=", member.familyId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => told(row, secrets));
}

async function refuseTooMany(db: Db, member: Member, most: number, now: Date): Promise<void> {
  // Locked, so that two at once cannot both be the last one allowed.
  await sql`select from families where id = ${member.familyId} for no key update`.execute(db);
  const { pending } = await db
    .selectFrom("invitations")
    .select((select) => select.fn.countAll<number>().as("pending"))
    .where("family_id", "=", member.familyId)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  if (pending < most) return;
  throw new Conflict(`${most} invitations are waiting for an answer. Please cancel one of them first.`);
}

/** E.164 of what was typed; nothing stays nothing. */
function phoneNumberOf(typed: string | null | undefined): string | null {
  if (!typed?.trim()) return null;
  const phoneNumber = toE164(typed);
  const message = "There is no such phone number. Please check it.";
  if (!phoneNumber) throw new Invalid(message, { phoneNumber: message });
  return phoneNumber;
}

export async function invite(
  { database, secrets, clock, config }: World,
  member: Member,
  { familyId, phoneNumber, ...invited }: z.output<typeof NewInvitation>,
): Promise<Invitation> {
  checkFamily(member, familyId);
  const now = clock.now();
  const code = randomCode();
  const row = {
    ...{ ...invited, family_id: member.familyId, phone_number: phoneNumberOf(phoneNumber) },
    ...{ code_hash: fingerprint(code), sealed_code: secrets.seal(code), invited_by: member.id },
    ...{ created_at: now, expires_at: new Date(now.getTime() + sevenDays) },
  };
  return await database.kysely.transaction().execute(async (trx) => {
    await refuseTooMany(trx, member, config.limits.pendingInvitations, now);
    const kept = await trx.insertInto("invitations").values(row).returningAll().executeTakeFirstOrThrow();
    await publish(trx, member.familyId, "invitations");
    return told(kept, secrets);
  });
}

export async function deleteInvitation(db: Db, member: Member, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom("invitations")
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!deleted) throw new NotFound();
    await publish(trx, member.familyId, "invitations");
  });
}
