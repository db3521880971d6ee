import { switchColumns } from "#server/platform/db/family-switches.ts";
import type { Db } from "#server/platform/db/schema.ts";

/**
 * The session with this token, its person, and their membership in the family that is open on the device, with its
 * switches.
 */
export const findSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("people as p", "p.id", "s.person_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "s.family_id").onRef("m.person_id", "=", "s.person_id"),
    )
    .leftJoin("families as f", "f.id", "m.family_id")
    .select(Object.values(switchColumns).map((column) => `f.${column}` as const))
    .select(({ exists, selectFrom }) => [
      "s.id as session_id",
      "s.person_id",
      "s.proven_at",
      "s.last_used_at",
      "p.username",
      "p.is_operator",
      "m.family_id",
      "m.role",
      exists(
        selectFrom("memberships as a")
          .select("a.person_id")
          .whereRef("a.family_id", "=", "m.family_id")
          .where("a.role", "=", "admin"),
      )
        .$castTo<boolean>()
        .as("family_has_admin"),
    ])
    .where("s.token_hash", "=", tokenHash)
    .where("s.expires_at", ">", now)
    .executeTakeFirst();

export async function extendSession(db: Db, id: number, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used_at: now, expires_at: expiresAt })
    .where("id", "=", id)
    .execute();
}
