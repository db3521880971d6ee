import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";
import { invitationKind, renewalRequestKind } from "./delivery.ts";

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
  await sql`delete from messages where kind in (${invitationKind.name}, ${renewalRequestKind.name})
    and subject_id = any (${erased.map(({ id }) => id)}::bigint[])`.execute(trx);
  for (const familyId of new Set(erased.map(({ family_id }) => family_id)))
    await publish(trx, familyId, "invitations");
  return erased.flatMap(({ name, accepted_by }) => (accepted_by === personId ? [name] : []));
}
