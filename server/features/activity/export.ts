import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

const activityOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("activity")
    .select(["id", "kind", "details", "at"])
    .where("family_id", "=", familyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize);

export const exportedActivity = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    activityOf(db, familyId, after).select(["person_id as personId", "person_name as person"]).execute(),
  );

export const exportedOwnActivity = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    activityOf(db, familyId, after)
      .select("family_id as familyId")
      .where("person_id", "=", personId)
      .execute(),
  );
