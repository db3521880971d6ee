// Imports the things to do that a family entered on another server.
import * as z from "zod/mini";
import { NewLocalEvent } from "#contract/local-events.ts";
import { StoredTime } from "#server/features/calendar/manual-events/wall-clock.ts";
import type { Db } from "#server/platform/db/schema.ts";

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
