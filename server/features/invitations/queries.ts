import { sql } from "kysely";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

type Invitation = Row<"invitations">;

interface InvitationKey {
  readonly familyId: number;
  readonly id: number;
}

/** Newest first. */
export const findInvitations = (db: Db, familyId: number): Promise<Invitation[]> =>
  db
    .selectFrom("invitations")
    .selectAll()
    .where("family_id", "=", familyId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export const findInvitation = (db: Db, { familyId, id }: InvitationKey): Promise<Invitation | undefined> =>
  db
    .selectFrom("invitations")
    .selectAll()
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();

/** The invitation behind a link, with its family and the person who sent it. */
export const findInvitationByCode = (db: Db, codeHash: Buffer) =>
  db
    .selectFrom("invitations as i")
    .innerJoin("families as f", "f.id", "i.family_id")
    .innerJoin("people as p", "p.id", "i.invited_by")
    .select(["i.id", "i.name", "i.family_id", "i.role", "i.status", "i.expires_at", "i.invited_by"])
    .select(["i.phone_number", "i.email"])
    .select(["f.name as family_name", "p.username as inviter"])
    .where("i.code_hash", "=", codeHash)
    .executeTakeFirst();

/** Counts the invitations that somebody can still answer, except one. */
export async function countPending(
  db: Db,
  familyId: number,
  { now, exceptId }: { now: Date; exceptId: number },
): Promise<number> {
  const { pending } = await db
    .selectFrom("invitations")
    .select((select) => select.fn.countAll<number>().as("pending"))
    .where("family_id", "=", familyId)
    .where("id", "<>", exceptId)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return pending;
}

export const insertInvitation = (db: Db, invitation: NewRow<"invitations">): Promise<Invitation> =>
  db.insertInto("invitations").values(invitation).returningAll().executeTakeFirstOrThrow();

export const deleteInvitationRow = (db: Db, { familyId, id }: InvitationKey) =>
  db
    .deleteFrom("invitations")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returning(["name", "role", "status"])
    .executeTakeFirst();

type Answer = { status: "accepted"; accepted_by: number } | { status: "declined" };

/** Returns nothing if the invitation is answered or has expired by now. */
export const answerInvitation = (db: Db, codeHash: Buffer, answer: Answer, now: Date) =>
  db
    .updateTable("invitations")
    .set(answer)
    .where("code_hash", "=", codeHash)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .returning(["family_id", "name", "role"])
    .executeTakeFirst();

/** Makes an invitation answerable again, unless somebody has joined by it. */
export const renewInvitation = (
  db: Db,
  { familyId, id }: InvitationKey,
  expiresAt: Date,
): Promise<Invitation | undefined> =>
  db
    .updateTable("invitations")
    .set({ emailed_at: null, texted_at: null, renewal_asked_at: null })
    .set({ status: "pending", expires_at: expiresAt })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("status", "<>", "accepted")
    .returningAll()
    .executeTakeFirst();

/** Returns false if the invitation needs no renewal, or if one was requested since then. */
export async function markRenewalAsked(
  trx: Db,
  { familyId, id }: InvitationKey,
  { now, unlessSince }: { now: Date; unlessSince: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("invitations")
    .set({ renewal_asked_at: now })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("expires_at", "<=", now)
    .where(({ or, eb }) =>
      or([eb("renewal_asked_at", "is", null), eb("renewal_asked_at", "<=", unlessSince)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const markSent = (
  trx: Db,
  { familyId, id }: InvitationKey,
  sent: { emailed_at: Date } | { texted_at: Date },
) =>
  trx.updateTable("invitations").set(sent).where("family_id", "=", familyId).where("id", "=", id).execute();

/** Prefers the member who invited, if they still may. Otherwise an admin, or a grandparent if there is no admin. */
export const findRenewer = (db: Db, familyId: number, invitedBy: number) =>
  db
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

/**
 * The pending invitations that messages are about. A message names the person who sends an invitation in `about`; a
 * request for a renewal goes to the person who can renew it.
 */
export const findInvitationsOfMessages = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("invitations as i", (join) =>
      join.onRef("i.id", "=", "m.subject_id").on("i.status", "=", "pending"),
    )
    .innerJoin("families as f", "f.id", "i.family_id")
    .innerJoin("people as p", (join) =>
      join.on("p.id", "=", sql<number>`coalesce(m.person_id, m.about::integer)`),
    )
    .selectAll("i")
    .select(["m.id as message_id", "f.name as family_name", "f.time_zone", "p.username as other_name"])
    .where("m.id", "in", messageIds)
    .execute();
