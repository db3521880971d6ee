// A family is looked at when something about its people's ways has changed, and now and then, since time passes too.
import { sql } from "kysely";
import type { ReachabilityState } from "#contract/reachability.ts";
import type { Row } from "../db/schema.ts";
import { doAllDue, mostAtOnce } from "../jobs/rounds.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { reachabilityOf } from "./state.ts";
import { warnAdmins } from "./warnings.ts";

type Family = Row<"family_reachability">;

// A server that dies while it looks leaves them to the others after this.
const lease = 3 * 60_000;
const untilNextLook = 6 * 60 * 60_000;

/** Each is taken once, by whichever server comes first. */
async function takeDue({ database, clock }: World): Promise<Family[]> {
  const now = clock.now();
  const { rows } = await sql<Family>`
    update family_reachability set look_at = ${new Date(now.getTime() + lease)}
    where family_id in (
      select family_id from family_reachability where look_at <= ${now}
      order by look_at limit ${mostAtOnce} for update skip locked)
    returning *`.execute(database.kysely);
  return rows;
}

const gravity: Record<ReachabilityState, number> = { reachable: 0, "one-person": 0, unproven: 1, nobody: 2 };

/** What has become of a family since somebody looked last. Its admins hear of what is worse, once. */
async function lookAt(world: World, { family_id, state: before, look_at }: Family): Promise<void> {
  const state = await reachabilityOf(world, family_id);
  const now = world.clock.now();
  await world.database.kysely.transaction().execute(async (trx) => {
    // Before the family, as by whoever leaves it.
    await sql`select from memberships where family_id = ${family_id} order by person_id for key share`.execute(
      trx,
    );
    // Unless something has changed meanwhile: then it is looked at again.
    const { numUpdatedRows } = await trx
      .updateTable("family_reachability")
      .set({ state, look_at: new Date(now.getTime() + untilNextLook) })
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

export const lookAtFamilies = (world: World): Promise<void> =>
  doAllDue(4, {
    take: () => takeDue(world),
    act: (family) => lookAt(world, family),
    failed: (err, { family_id }) =>
      world.log.error({ err, family: family_id }, "a family's reachability could not be checked"),
  });
