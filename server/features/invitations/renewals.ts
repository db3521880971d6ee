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
import { permit } from "./message-allowance.ts";
import {
  findInvitation,
  findInvitationByCode,
  findRenewer,
  markRenewalAsked,
  renewInvitation,
} from "./queries.ts";

/** Asking again within this time changes nothing. */
const renewalPauseMs = hourMs;

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
  const key = { familyId, id };
  const row = await renewInvitation(trx, key, expiryOf(now));
  if (row) return row;
  if (!(await findInvitation(trx, key))) throw new NotFound();
  throw new Conflict("This invitation has already been answered.");
}

async function findExpired(db: Db, inviteCode: string, now: Date) {
  const found = await findInvitationByCode(db, fingerprint(inviteCode));
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
    const times = { now, unlessSince: new Date(now.getTime() - renewalPauseMs) };
    if (!(await markRenewalAsked(trx, { familyId, id }, times))) return [];
    await publish(trx, familyId, "invitations");
    const channels = { email: renewer.email, phoneNumber: renewer.email ? null : renewer.phoneNumber };
    const permitted = await permit(world, trx, channels, { familyId, ip });
    return await enqueueRenewalRequest(trx, renewer.personId, expired, permitted, now);
  });
  await dispatchClaimed(world, renewalRequestKind, messages);
}
