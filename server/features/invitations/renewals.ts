// Renewing an expired invitation, so that the same link works again.
import { hourMs } from "#contract/durations.ts";
import type { ExpiredInvitation, Invitation } from "#contract/invitations.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { lockMembers, refuseFormerInviter } from "#server/features/families/members.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict, Gone, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { deliver, enqueueInvitation, enqueueRenewalRequest, renewalRequestKind } from "./delivery.ts";
import { expiryOf, refuseTooMany, toInvitation } from "./invitations.ts";
import { permit, type Reach } from "./message-allowance.ts";

/** Extends it by seven days and sends it again, even if it was declined. The link in the earlier message works again too. */
export async function renew(world: World, member: Member, id: number, ip: string): Promise<Invitation> {
  const { database, config, clock } = world;
  const now = clock.now();
  const renewed = await database.kysely.transaction().execute(async (trx) => {
    refuseFormerInviter(await lockMembers(trx, member), member);
    await refuseTooMany(trx, member, config.limits.pendingInvitations, now, id);
    const row = await extend(trx, member, id, now);
    const doing = { familyId: member.familyId, personId: member.id, at: now };
    await recordActivity(trx, doing, { kind: "invitation-renewed", invited: row.name, role: row.role });
    const reach = { email: row.email, phoneNumber: row.phone_number };
    await publish(trx, member.familyId, "invitations");
    const permitted = await permit(world, trx, reach, { familyId: member.familyId, ip });
    return { row, messages: await enqueueInvitation(trx, member, row, permitted, now) };
  });
  return toInvitation(await deliver(world, renewed), world.secrets);
}

async function extend(trx: Db, { familyId }: Member, id: number, now: Date): Promise<Row<"invitations">> {
  const unsent = { emailed_at: null, texted_at: null };
  const row = await trx
    .updateTable("invitations")
    .set({ ...unsent, status: "pending", expires_at: expiryOf(now), renewal_asked_at: null })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("status", "<>", "accepted")
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const invitation = trx.selectFrom("invitations").select("id").where("family_id", "=", familyId);
  if (!(await invitation.where("id", "=", id).executeTakeFirst())) throw new NotFound();
  throw new Conflict("This invitation has already been answered.");
}

interface Renewer extends Reach {
  personId: number;
  name: string;
}

/** Prefers the member who invited, if they still may. Otherwise an admin, or a grandparent if there is no admin. */
export async function findRenewer(db: Db, familyId: number, invitedBy: number): Promise<Renewer | undefined> {
  return await db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .select(["p.id as personId", "p.username as name", "p.email", "p.phone_number as phoneNumber"])
    .where("m.family_id", "=", familyId)
    .where("m.role", "<>", "child")
    .orderBy("m.role")
    .orderBy((order) => order("m.person_id", "=", invitedBy), "desc")
    .orderBy("m.joined_at")
    .orderBy("m.person_id")
    .limit(1)
    .executeTakeFirst();
}

async function findExpired(db: Db, inviteCode: string, now: Date) {
  const found = await db
    .selectFrom("invitations as i")
    .innerJoin("families as f", "f.id", "i.family_id")
    .select(["i.id", "i.family_id", "i.name", "i.status", "i.expires_at", "i.invited_by"])
    .select("f.name as family_name")
    .where("i.code_hash", "=", fingerprint(inviteCode))
    .executeTakeFirst();
  if (found && found.status !== "pending") throw new Gone("This invitation has already been used");
  const renewer = found && (await findRenewer(db, found.family_id, found.invited_by));
  if (!renewer) throw new NotFound("Invitation not found or has expired");
  if (found.expires_at > now) throw new Conflict("This link works. Please open it again.");
  return { ...found, renewer };
}

export async function expiredInvitation(db: Db, inviteCode: string, now: Date): Promise<ExpiredInvitation> {
  const { id, family_id: familyId, name, renewer } = await findExpired(db, inviteCode, now);
  return { id, familyId, name, renewedBy: renewer.name };
}

/** Notes the request for the family and tells the member who can renew it, by e-mail if known, or else by text. */
export async function askForRenewal(world: World, inviteCode: string, ip: string): Promise<void> {
  const { database, clock } = world;
  const now = clock.now();
  const expired = await findExpired(database.kysely, inviteCode, now);
  const { id, family_id: familyId, renewer } = expired;
  const messages = await database.kysely.transaction().execute(async (trx) => {
    if (!(await noteRequest(trx, familyId, id, now))) return [];
    await publish(trx, familyId, "invitations");
    const channels = { email: renewer.email, phoneNumber: renewer.email ? null : renewer.phoneNumber };
    const permitted = await permit(world, trx, channels, { familyId, ip });
    return await enqueueRenewalRequest(trx, renewer.personId, expired, permitted, now);
  });
  await dispatchClaimed(world, renewalRequestKind, messages);
}

/** Returns false if it was requested within the last hour. */
async function noteRequest(trx: Db, familyId: number, id: number, now: Date): Promise<boolean> {
  const noted = await trx
    .updateTable("invitations")
    .set({ renewal_asked_at: now })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("expires_at", "<=", now)
    .where((where) =>
      where.or([
        where("renewal_asked_at", "is", null),
        where("renewal_asked_at", "<=", new Date(now.getTime() - hourMs)),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}
