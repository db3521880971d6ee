import type * as z from "zod/mini";
import { dayMs } from "#contract/durations.ts";
import type { Invitation, NewInvitation } from "#contract/invitations.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { lockMembers, refuseFormerInviter } from "#server/features/families/members.ts";
import { findFamilySettings } from "#server/features/families/queries.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { costsExtra, extraCost, toE164In, wrongPhoneNumber } from "#server/platform/phone-numbers.ts";
import { fingerprint, randomCode, type Secrets } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { deliver, enqueueInvitation, type Stored } from "./delivery.ts";
import { permit } from "./message-allowance.ts";
import { countPending, deleteInvitationRow, findInvitations, insertInvitation } from "./queries.ts";

const validMs = 7 * dayMs;

export const toInvitation = (row: Row<"invitations">, secrets: Secrets): Invitation => ({
  id: row.id,
  familyId: row.family_id,
  name: row.name,
  email: row.email,
  phoneNumber: row.phone_number,
  role: row.role,
  status: row.status,
  inviteCode: secrets.open(row.sealed_code),
  expiresAt: row.expires_at.toISOString(),
  emailedAt: row.emailed_at?.toISOString() ?? null,
  textedAt: row.texted_at?.toISOString() ?? null,
  renewalAskedAt: row.renewal_asked_at?.toISOString() ?? null,
});

export const expiryOf = (now: Date): Date => new Date(now.getTime() + validMs);

/** The family in the request must be the one that is open. */
function checkFamily(member: Member, familyId: number): void {
  if (familyId !== member.familyId) throw new NotFound();
}

export async function invitationsOf(
  { database, secrets }: World,
  member: Member,
  familyId: number,
): Promise<Invitation[]> {
  checkFamily(member, familyId);
  const rows = await findInvitations(database.kysely, member.familyId);
  return rows.map((row) => toInvitation(row, secrets));
}

/**
 * Counts the pending invitations, except the one that is about to be renewed. The transaction has locked the family, so
 * that two at once cannot both be the last one allowed.
 */
export async function refuseTooMany(
  db: Db,
  member: Member,
  maxPending: number,
  now: Date,
  renewedId = 0,
): Promise<void> {
  const pending = await countPending(db, member.familyId, { now, exceptId: renewedId });
  if (pending < maxPending) return;
  throw new Conflict(`${maxPending} invitations are waiting for an answer. Please cancel one of them first.`);
}

/** Returns what was typed in E.164 format, or null if the field is empty. */
function phoneNumberOf(country: string, typed: string | null | undefined): string | null {
  if (!typed?.trim()) return null;
  const phoneNumber = toE164In(country, typed);
  const message = phoneNumber ? extraCost : wrongPhoneNumber(typed);
  if (!phoneNumber || costsExtra(phoneNumber)) throw new Invalid(message, { phoneNumber: message });
  return phoneNumber;
}

/** The invitation is valid for seven days, even if its message could not be sent. */
export async function invite(
  world: World,
  member: Member,
  { familyId, phoneNumber, email, isHandedOver: _, ...invited }: z.output<typeof NewInvitation>,
  ip: string,
): Promise<Invitation> {
  checkFamily(member, familyId);
  const { database, secrets, clock, config } = world;
  const { country } = await findFamilySettings(database.kysely, familyId);
  const now = clock.now();
  const code = randomCode();
  const values = {
    ...invited,
    email,
    family_id: familyId,
    phone_number: phoneNumberOf(country, phoneNumber),
    code_hash: fingerprint(code),
    sealed_code: secrets.seal(code),
    invited_by: member.id,
    created_at: now,
    expires_at: expiryOf(now),
  };
  const stored = await database.kysely.transaction().execute(async (trx): Promise<Stored> => {
    refuseFormerInviter(await lockMembers(trx, member), member);
    await refuseTooMany(trx, member, config.limits.pendingInvitations, now);
    const row = await insertInvitation(trx, values);
    const doing = { familyId, personId: member.id, at: now };
    await recordActivity(trx, doing, { kind: "invitation-created", invited: row.name, role: row.role });
    await publish(trx, familyId, "invitations");
    const reach = { email: row.email, phoneNumber: row.phone_number };
    const permitted = await permit(world, trx, reach, { familyId, ip });
    return { row, messages: await enqueueInvitation(trx, member, row, permitted, now) };
  });
  return toInvitation(await deliver(world, stored), secrets);
}

export async function deleteInvitation(
  { database, clock }: World,
  member: Member,
  id: number,
): Promise<void> {
  const doing = { familyId: member.familyId, personId: member.id, at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    const deleted = await deleteInvitationRow(trx, { familyId: member.familyId, id });
    if (!deleted) throw new NotFound();
    const { name: invited, role, status } = deleted;
    // Deleting an answered invitation only removes it from the list.
    if (status === "pending")
      await recordActivity(trx, doing, { kind: "invitation-canceled", invited, role });
    await publish(trx, member.familyId, "invitations");
  });
}
