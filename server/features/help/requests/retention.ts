import { sql } from "kysely";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import type { World } from "#server/platform/world.ts";

const isKept = (files: string) =>
  sql`exists (select from ${sql.table(files)} f
    where f.family_id = help_requests.family_id and f.help_request_id = help_requests.id and f.is_kept)`;

/** Deletes closed requests with their threads, where the operator has set a time for it. What somebody keeps stays. */
export async function deleteOldRequests({ database, clock, config }: World): Promise<void> {
  const { requestsMs } = config.retention;
  if (requestsMs === undefined) return;
  const closedBefore = new Date(clock.now().getTime() - requestsMs);
  await deleteInBatches(
    database.kysely,
    "help_requests",
    ["family_id", "id"],
    sql`closed_at < ${closedBefore} and not ${isKept("help_pictures")} and not ${isKept("help_voice_messages")}`,
  );
}
