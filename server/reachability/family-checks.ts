// A family's reachability is checked when a contact method of its people changes, and regularly, because proofs grow old.
import { sql } from "kysely";
import type { ReachabilityState } from "#contract/reachability.ts";
import type { Row } from "#server/db/schema.ts";
import { maxBatch, processAllDue } from "#server/jobs/due-rows.ts";
import { publish } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { reachabilityOf } from "./state.ts";
import { warnAdmins } from "./warnings.ts";

type Family = Row<"family_reachability">;

// When a server dies during a check, the others may claim its families after this time.
const lease = 3 * 60_000;
const checkIntervalMs = 6 * 60 * 60_000;

/** Each family is claimed by one server. */
async function claimDue({ database, clock }: World): Promise<Family[]> {
  const now = clock.now();
  const { rows } = await sql<Family>`
    update family_reachability set look_at = ${new Date(now.getTime() + lease)}
    where family_id in (
      select family_id from family_reachability where look_at <= ${now}
      order by look_at limit ${maxBatch} for update skip locked)
    returning *`.execute(database.kysely);
  return rows;
}

const gravity: Record<ReachabilityState, number> = { reachable: 0, "one-person": 0, unproven: 1, nobody: 2 };

/** Stores the new state of a family. When it is worse than the last one, each admin gets one warning. */
async function checkFamily(world: World, { family_id, state: before, look_at }: Family): Promise<void> {
  const state = await reachabilityOf(world, family_id);
  const now = world.clock.now();
  await world.database.kysely.transaction().execute(async (trx) => {
    // Members are locked before the family, in the same order as when somebody leaves it.
    await sql`select from memberships where family_id = ${family_id} order by person_id for key share`.execute(
      trx,
    );
    // A change in the meantime has set an earlier time: then this result is dropped and the family is checked again.
    const { numUpdatedRows } = await trx
      .updateTable("family_reachability")
      .set({ state, look_at: new Date(now.getTime() + checkIntervalMs) })
      .where("family_id", "=", family_id)
      .where("look_at", "=", look_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || state === before) return;
    await trx.deleteFrom("reachability_warnings").where("family_id", "=", family_id).execute();
    const isWorse = gravity[state] > gravity[before];
    if (isWorse && (state === "unproven" || state === "nobody")) await warnAdmins(trx, family_id, state, now);
    await publish(trx, family_id, "reachability");
  });
}

export const checkFamilies = (world: World): Promise<void> =>
  processAllDue(4, {
    claim: () => claimDue(world),
    process: (family) => checkFamily(world, family),
    onError: (err, { family_id }) =>
      world.log.error({ err, family: family_id }, "a family's reachability could not be checked"),
  });
