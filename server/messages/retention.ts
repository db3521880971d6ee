import { sql } from "kysely";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { World } from "#server/world.ts";

/** Deletes messages three months after they were settled. Urgent ones stay with what they are about. */
export const deleteOldMessages = ({ database, clock }: World): Promise<void> =>
  deleteInBatches(
    database.kysely,
    "messages",
    ["id"],
    sql`not is_urgent and state <> 'WAITING' and created_at < ${clock.now()}::timestamptz - interval '3 months'`,
  );
