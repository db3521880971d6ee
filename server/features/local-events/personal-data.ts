// What an export says of the things to do that a family entered, and how an import brings them.
import * as z from "zod/mini";
import { NewLocalEvent } from "#contract/local-events.ts";
import { StoredTime } from "#server/features/calendar/manual-events/wall-clock.ts";
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

const { title, location, description } = NewLocalEvent.shape;

export const ImportedLocalEvent = z.object({ title, location, description, startsOnClock: StoredTime });

export async function importLocalEvents(
  trx: Db,
  events: readonly z.output<typeof ImportedLocalEvent>[],
  familyId: number,
): Promise<void> {
  const rows = events.map(({ title, location, description = "", startsOnClock }) => ({
    family_id: familyId,
    title,
    location,
    description,
    starts_on_clock: startsOnClock,
  }));
  if (rows.length > 0) await trx.insertInto("local_events").values(rows).execute();
}
