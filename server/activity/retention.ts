import { sql } from "kysely";
import type { World } from "#server/world.ts";

const batchSize = 1000;

/** Deletes what is older than 12 months, in batches, so that no statement takes long. */
export async function deleteOldActivity({ database, clock }: World): Promise<void> {
  for (;;) {
    const deleted = await sql`delete from activity where (family_id, id) in (
        select family_id, id from activity
        where at < ${clock.now()}::timestamptz - interval '12 months'
        order by at limit ${batchSize}
      )`.execute(database.kysely);
    if ((deleted.numAffectedRows ?? 0n) < batchSize) return;
  }
}
