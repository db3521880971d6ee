// What the bearer of a code can do with it: look, accept, decline.
import type { Role } from "#contract/families.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { recordActivity } from "#server/activity/activity.ts";
import type { Db } from "#server/db/schema.ts";
import { Conflict, Forbidden, Gone, Invalid, NotFound } from "#server/errors.ts";
import { joinFamily, showFamily } from "#server/families/families.ts";
import type { Person } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import { fingerprint } from "#server/secrets.ts";
import { renewerOf } from "./renewals.ts";

const notFound = (fields?: Record<string, string>) =>
  new NotFound("Invitation not found or has expired", fields);

/** 404 unknown or expired, 410 used. Of an expired one the server still knows who can send another. */
async function findPending(db: Db, inviteCode: string, now: Date) {
  const found = await db
    .selectFrom("invitations as i")
    .innerJoin("families as f", "f.id", "i.family_id")
    .innerJoin("people as p", "p.id", "i.invited_by")
    .select(["i.name", "i.family_id", "i.role", "i.status", "i.expires_at", "i.phone_number", "i.invited_by"])
    .select(["f.name as family_name", "p.username as inviter"])
    .where("i.code_hash", "=", fingerprint(inviteCode))
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.status !== "pending") throw new Gone("This invitation has already been used");
  if (found.expires_at > now) return found;
  const renewer = await renewerOf(db, found.family_id, found.invited_by);
  throw notFound(renewer && { code: `Please ask ${renewer.name} for a new link.` });
}

/** The invitation that a code still opens, without the phone number that a stranger with the link must not learn. */
export async function pendingInvitation(db: Db, inviteCode: string, now: Date): Promise<OpenInvitation> {
  const { name, role, family_id, family_name, inviter, phone_number } = await findPending(
    db,
    inviteCode,
    now,
  );
  return {
    ...{ name, familyId: family_id, familyName: family_name, invitedBy: inviter, role, inviteCode },
    phoneHint: phone_number?.slice(-2) ?? null,
  };
}

/** For the server itself, which texts it a code. */
export async function invitedNumber(db: Db, inviteCode: string, now: Date): Promise<string> {
  const { phone_number } = await findPending(db, inviteCode, now);
  const message = "This invitation has no phone number. Please enter yours.";
  if (!phone_number) throw new Invalid(message, { phoneNumber: message });
  return phone_number;
}

type Answer = { status: "accepted"; accepted_by: number } | { status: "declined" };

/** One of those who answer at once finds it pending; the others are told why not. */
async function settle(db: Db, inviteCode: string, answer: Answer, now: Date) {
  const settled = await db
    .updateTable("invitations")
    .set(answer)
    .where("code_hash", "=", fingerprint(inviteCode))
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .returning(["family_id", "name", "role"])
    .executeTakeFirst();
  if (settled) return { familyId: settled.family_id, invited: settled.name, role: settled.role };
  await pendingInvitation(db, inviteCode, now);
  throw new Gone("This invitation has already been used");
}

/** In the transaction of whoever has proved who it is that joins. */
export async function joinByInvitation(
  trx: Db,
  personId: number,
  inviteCode: string,
  now: Date,
): Promise<{ familyId: number; role: Role }> {
  const answer = { status: "accepted", accepted_by: personId } as const;
  const { familyId, invited, role } = await settle(trx, inviteCode, answer, now);
  const hasJoined = await joinFamily(trx, { familyId, personId, role }, now);
  if (!hasJoined) throw new Conflict("You're already in this family.");
  await recordActivity(trx, { familyId, personId, at: now }, { kind: "member-joined", invited, role });
  await publish(trx, familyId, "invitations", "family", "help-requests", "reachability");
  await publish(trx, { personId }, "account");
  return { familyId, role };
}

/** The one who joins is the one who is signed in, whatever the request says. */
export async function accept(
  db: Db,
  person: Person,
  { inviteCode, userId }: { inviteCode: string; userId?: number | undefined },
  now: Date,
): Promise<Role> {
  if (userId !== undefined && userId !== person.id) throw new Forbidden("You can only join for yourself.");
  return await db.transaction().execute(async (trx) => {
    const { familyId, role } = await joinByInvitation(trx, person.id, inviteCode, now);
    await showFamily(trx, person.sessionId, familyId);
    return role;
  });
}

export async function decline(db: Db, inviteCode: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { familyId, invited, role } = await settle(trx, inviteCode, { status: "declined" }, now);
    // Whoever holds the link can decline it without signing in.
    const doing = { familyId, personId: null, at: now };
    await recordActivity(trx, doing, { kind: "invitation-declined", invited, role });
    await publish(trx, familyId, "invitations");
  });
}
