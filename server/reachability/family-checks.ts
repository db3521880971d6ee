// A family's reachability is checked when a contact method of its people changes, and regularly, because proofs grow old.
import { sql } from "kysely";
import type { ReachabilityState } from "#contract/reachability.ts";
import type { Row } from "#server/db/schema.ts";
import { RowsQueue } from "#server/jobs/queue.ts";
import { publish } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { reachabilityOf } from "./state.ts";
import { warnAdmins } from "./warnings.ts";

type Family = Row<"family_reachability">;

const checkIntervalMs = 6 * 60 * 60_000;

const gravity: Record<ReachabilityState, number> = { reachable: 0, "one-person": 0, unproven: 1, nobody: 2 };

/** Stores the new state of a family. When it is worse than the last one, each admin gets one warning. */
async function checkFamily(world: World, { family_id, state: before, check_at }: Family): Promise<void> {
  const state = await reachabilityOf(world, family_id);
  const now = world.clock.now();
  await world.database.kysely.transaction().execute(async (trx) => {
    // Members are locked before the family, in the same order as when somebody leaves it.
    await sql`select from memberships where family_id = ${family_id} order by person_id for key share`.execute(
      trx,
    );
    // When something has changed in the meantime, an earlier time is set, and the family is checked again.
    const { numUpdatedRows } = await trx
      .updateTable("family_reachability")
      .set({ state, check_at: new Date(now.getTime() + checkIntervalMs) })
      .where("family_id", "=", family_id)
      .where("check_at", "=", check_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || state === before) return;
    if (gravity[state] > gravity[before]) await warnAdmins(trx, family_id, state, now);
    await publish(trx, family_id, "reachability");
  });
}

export const familyChecks = new RowsQueue({
  name: "family-checks",
  rows: { table: "family_reachability", keys: ["family_id"], due: "check_at" },
  concurrency: 4,
  process: checkFamily,
});
