// Pictures and voice messages are deleted 90 days after their request was closed, unless the family keeps them.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";

// Both tables take the same statements, which Kysely's types cannot express.
export type Kept = "help_pictures" | "help_voice_messages";

const keptMs = 90 * dayMs;

/** The time of the first check whether a new one has to be deleted. */
export const firstCheck = (now: Date): Date => new Date(now.getTime() + keptMs);

export async function keep(
  { database, clock }: World,
  { familyId }: Member,
  { table, id }: { table: Kept; id: number },
  isKept: boolean,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update ${sql.table(table)} set is_kept = ${isKept}, check_at = ${isKept ? null : clock.now()}
      where family_id = ${familyId} and id = ${id} returning id`.execute(trx);
    if (rows.length === 0) throw new NotFound();
    await publish(trx, familyId, "help-replies");
  });
}

type Delete = (trx: Db, familyId: number, id: number) => Promise<void>;

async function check({ database, clock }: World, table: Kept, row: Row, deleteFile: Delete): Promise<void> {
  const { family_id: familyId, id } = row;
  const now = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    // Somebody may have decided to keep it since it was claimed.
    const { rows } = await sql<{ closedAt: Date | null }>`
      select r.closed_at as "closedAt" from ${sql.table(table)} as k
      join help_requests r on r.family_id = k.family_id and r.id = k.help_request_id
      where k.family_id = ${familyId} and k.id = ${id} and not k.is_kept
      for update of k`.execute(trx);
    const [found] = rows;
    if (!found) return;
    const deleteAt = new Date((found.closedAt ?? now).getTime() + keptMs);
    if (deleteAt > now) {
      await sql`update ${sql.table(table)} set check_at = ${deleteAt}
        where family_id = ${familyId} and id = ${id}`.execute(trx);
      return;
    }
    await deleteFile(trx, familyId, id);
    await publish(trx, familyId, "help-replies");
  });
}

interface Row {
  readonly family_id: number;
  readonly id: number;
}

export const retentionQueue = (name: string, table: Kept, deleteFile: Delete) =>
  new RowQueue({
    name,
    rows: { table, keys: ["family_id", "id"], due: "check_at" },
    concurrency: 2,
    process: (world, row) => check(world, table, row, deleteFile),
  });
