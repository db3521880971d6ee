import { sql } from "kysely";
import type { Limits } from "#server/config/limits.ts";
import type { Db } from "#server/db/schema.ts";
import { refuseBeyondLimit } from "#server/families/stored-limits.ts";

/** Repeating events are counted apart: each of them has hundreds of occurrences. */
export const refuseTooManyEvents = (
  trx: Db,
  { seriesPerFamily, eventsPerFamily }: Limits,
  { family_id, recurrence }: { family_id: number; recurrence: string | null },
): Promise<void> =>
  recurrence === null
    ? refuseBeyondLimit(trx, family_id, {
        max: eventsPerFamily,
        stored: sql`manual_events where family_id = ${family_id} and recurrence is null`,
        what: "events in the family's calendar",
      })
    : refuseBeyondLimit(trx, family_id, {
        max: seriesPerFamily,
        stored: sql`manual_events where family_id = ${family_id} and recurrence is not null`,
        what: "repeating events in the family's calendar",
      });
