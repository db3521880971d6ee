// Invitations, for exports: without the codes of their links.
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

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
