// What exports say of invitations, without the codes of their links, and how those of a person are erased.
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";
import { invitationKind, renewalRequestKind } from "./delivery.ts";

const invitationsOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("invitations")
    .where("family_id", "=", familyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize);

export const exportedInvitations = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    invitationsOf(db, familyId, after)
      .select(["id", "name", "email", "phone_number as phoneNumber", "role", "status"])
      .select("created_at as createdAt")
      .execute(),
  );

/** Leaves out the addresses of the people who were invited. */
export const exportedSent = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    invitationsOf(db, familyId, after)
      .select(["family_id as familyId", "id", "name", "role", "status", "created_at as createdAt"])
      .where("invited_by", "=", personId)
      .execute(),
  );

export const exportedAccepted = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    invitationsOf(db, familyId, after)
      .select(["family_id as familyId", "id", "name", "email", "phone_number as phoneNumber"])
      .select("created_at as createdAt")
      .where("accepted_by", "=", personId)
      .execute(),
  );

/**
 * Deletes the invitations that a person sent or accepted, with the messages about them. Returns the names by which the
 * person was invited.
 */
export async function eraseInvitations(trx: Db, personId: number): Promise<string[]> {
  const erased = await trx
    .deleteFrom("invitations")
    .where(
      "family_id",
      "in",
      trx.selectFrom("participants").select("family_id").where("person_id", "=", personId),
    )
    .where((where) => where.or([where("invited_by", "=", personId), where("accepted_by", "=", personId)]))
    .returning(["id", "family_id", "name", "accepted_by"])
    .execute();
  const ids = erased.map(({ id }) => id);
  if (ids.length > 0)
    await trx
      .deleteFrom("messages")
      .where("kind", "in", [invitationKind.name, renewalRequestKind.name])
      .where("subject_id", "in", ids)
      .execute();
  for (const familyId of new Set(erased.map(({ family_id }) => family_id)))
    await publish(trx, familyId, "invitations");
  return erased.flatMap(({ name, accepted_by }) => (accepted_by === personId ? [name] : []));
}
