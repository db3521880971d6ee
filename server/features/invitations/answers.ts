// A person with the link can look at an invitation, accept it or decline it.
import { dayMs } from "#contract/durations.ts";
import type { Role } from "#contract/families.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { openFamilyOnDevice } from "#server/features/families/families.ts";
import { insertMembership } from "#server/features/families/queries.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden, Gone, NotFound } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { emailChannel } from "#server/platform/messages/email/channel.ts";
import { smsChannel } from "#server/platform/messages/sms/channel.ts";
import { fingerprint, isSameSecret } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { answerInvitation, findInvitationByCode, findRenewer } from "./queries.ts";

const notFound = (fields?: Record<string, string>) =>
  new NotFound("Invitation not found or has expired", fields);

const alreadyUsed = (fields?: Record<string, string>) =>
  new Gone("This invitation has already been used", fields);

/**
 * Throws 404 for an unknown or expired invitation and 410 for a used one, with who can renew it unless somebody has joined by
 * it. Its number and address are for the server alone.
 */
export async function findPendingInvitation(db: Db, inviteCode: string, now: Date) {
  const found = await findInvitationByCode(db, fingerprint(inviteCode));
  if (!found) throw notFound();
  if (found.status === "pending" && found.expires_at > now) return found;
  if (found.status === "accepted") throw alreadyUsed();
  const renewer = await findRenewer(db, found.family_id, found.invited_by);
  if (found.status === "declined")
    throw alreadyUsed(
      renewer && { code: `Somebody declined it. To join after all, ask ${renewer.name} to send it again.` },
    );
  throw notFound(renewer && { code: `Please ask ${renewer.name} for a new link.` });
}

export type PendingInvitation = Awaited<ReturnType<typeof findPendingInvitation>>;

/** Returns undefined for an invitation that was answered, canceled or has expired, and for an unknown one. */
export async function pendingInvitation(
  db: Db,
  inviteCode: string,
  now: Date,
): Promise<PendingInvitation | undefined> {
  try {
    return await findPendingInvitation(db, inviteCode, now);
  } catch (error) {
    if (error instanceof NotFound || error instanceof Gone) return undefined;
    throw error;
  }
}

/** The role of an invitation, even a closed one; undefined if it was canceled. */
export async function invitedRole(db: Db, inviteCode: string): Promise<Role | undefined> {
  return (await findInvitationByCode(db, fingerprint(inviteCode)))?.role;
}

/**
 * The mark of a browser that opened an invitation while its link alone was enough to join. It is 22 characters, as
 * cookies are, and good until the end of the next day.
 */
export const openedMark = ({ secrets }: Pick<World, "secrets">, inviteCode: string, at: Date): string =>
  secrets
    .mac(`opened ${inviteCode} ${at.toISOString().slice(0, 10)}`)
    .toString("base64url")
    .slice(0, 22);

export const isOpenedMark = (world: World, inviteCode: string, mark: string): boolean =>
  [0, dayMs].some((ago) =>
    isSameSecret(openedMark(world, inviteCode, new Date(world.clock.now().getTime() - ago)), mark),
  );

/** Enough for its owner to recognize an address, such as "r...@example.com". */
const emailHint = (email: string): string => email.replace(/^(.).*(?=@)/s, "$1...");

/**
 * Whether the link alone is enough to join: the family gave neither a number nor an address, or the server sends no texts,
 * and cannot e-mail the invited person. The only proof is then that somebody in the family handed over the link.
 */
export const needsNoCode = (
  config: Config,
  { email, phone_number }: Pick<PendingInvitation, "email" | "phone_number">,
): boolean =>
  (email === null && phone_number === null) ||
  (!smsChannel.hasProvider(config) && !(email && emailChannel.hasProvider(config)));

/** Hides the phone number and the e-mail address, because a stranger may have the link. */
export async function openInvitation(
  { database, clock, config }: World,
  inviteCode: string,
): Promise<OpenInvitation> {
  const invitation = await findPendingInvitation(database.kysely, inviteCode, clock.now());
  const { name, role, family_id, family_name, inviter, phone_number, email } = invitation;
  return {
    name,
    familyId: family_id,
    familyName: family_name,
    invitedBy: inviter,
    role,
    inviteCode,
    phoneHint: phone_number?.slice(-2) ?? null,
    emailHint: email && emailHint(email),
    needsNoCode: needsNoCode(config, invitation),
  };
}

/** If several people answer at once, one of them finds it pending, and the others get the reason. */
async function storeAnswer(
  db: Db,
  inviteCode: string,
  answer: Parameters<typeof answerInvitation>[2],
  now: Date,
) {
  const settled = await answerInvitation(db, fingerprint(inviteCode), answer, now);
  if (settled) return { familyId: settled.family_id, invited: settled.name, role: settled.role };
  await findPendingInvitation(db, inviteCode, now);
  throw alreadyUsed();
}

/** The caller has proved who joins, and passes its transaction. */
export async function joinByInvitation(
  trx: Db,
  personId: number,
  inviteCode: string,
  now: Date,
): Promise<{ familyId: number; role: Role }> {
  const answer = { status: "accepted", accepted_by: personId } as const;
  const { familyId, invited, role } = await storeAnswer(trx, inviteCode, answer, now);
  const membership = { family_id: familyId, person_id: personId, role, joined_at: now };
  const hasJoined = await insertMembership(trx, membership);
  if (!hasJoined) throw new Conflict("You're already in this family.");
  await recordActivity(trx, { familyId, personId, at: now }, { kind: "member-joined", invited, role });
  await publish(trx, familyId, "invitations", "family", "help-requests", "reachability");
  await publish(trx, { personId }, "account");
  return { familyId, role };
}

/** The person who is signed in joins, whatever the request says. */
export async function accept(
  db: Db,
  person: Person,
  { inviteCode, userId }: { inviteCode: string; userId?: number | undefined },
  now: Date,
): Promise<Role> {
  if (userId !== undefined && userId !== person.id) throw new Forbidden("You can only join for yourself.");
  return await db.transaction().execute(async (trx) => {
    const { familyId, role } = await joinByInvitation(trx, person.id, inviteCode, now);
    await openFamilyOnDevice(trx, person.sessionId, familyId);
    return role;
  });
}

export async function decline(db: Db, inviteCode: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { familyId, invited, role } = await storeAnswer(trx, inviteCode, { status: "declined" }, now);
    // Anyone with the link can decline it without signing in.
    const doing = { familyId, personId: null, at: now };
    await recordActivity(trx, doing, { kind: "invitation-declined", invited, role });
    await publish(trx, familyId, "invitations");
  });
}
