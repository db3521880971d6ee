import type { Db } from "#server/platform/db/schema.ts";

/** Finds who gave the thanks that these messages are about. A recipient who has left the family since is left out. */
export const findThanks = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("memberships as b", (join) =>
      join.onRef("b.family_id", "=", "m.family_id").onRef("b.person_id", "=", "m.person_id"),
    )
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "m.family_id").onRef("r.id", "=", "m.subject_id"),
    )
    .innerJoin("families as f", "f.id", "r.family_id")
    .innerJoin("people as p", "p.id", "r.asked_by")
    .select(["m.id as messageId", "r.id as requestId", "p.username as asker", "f.time_zone as timeZone"])
    .where("m.id", "in", [...messageIds])
    .execute();
