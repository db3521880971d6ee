// A family without members is deleted after 30 days, with everything that belonged to it.
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { eraseFamily, lockForErasure } from "./personal-data.ts";
import { hasMembers, setDeletionTime } from "./queries.ts";

const daysUntilDeletion = 30;

export const deletionDueAt = (now: Date): Date => new Date(now.getTime() + daysUntilDeletion * dayMs);

/** Deletes a family, unless somebody has joined it in the meantime. */
async function deleteFamily(db: Db, familyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockForErasure(trx, familyId);
    if (await hasMembers(trx, familyId)) await setDeletionTime(trx, familyId, null);
    else await eraseFamily(trx, familyId);
  });
}

export const emptyFamilies = new RowQueue({
  name: "empty-families",
  rows: { table: "families", keys: ["id"], due: "delete_at" },
  concurrency: 1,
  process: ({ database }, { id }) => deleteFamily(database.deletions, id),
});
