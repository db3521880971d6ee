import { sql } from "kysely";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { World } from "#server/world.ts";

/** Deletes what is older than 12 months. */
export const deleteOldActivity = ({ database, clock }: World): Promise<void> =>
  deleteInBatches(
    database.kysely,
    "activity",
    ["family_id", "id"],
    sql`at < ${clock.now()}::timestamptz - interval '12 months'`,
  );
