import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedLocalEvents = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("local_events")
      .select(["id", "title", "starts_on_clock as startsOnClock", "location", "description"])
      .where("family_id", "=", familyId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );
