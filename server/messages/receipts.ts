// That a message has arrived, or never will, as told without a sign-in by whoever brought it.
import type { Refusal } from "#contract/reachability.ts";
import { publish } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { type Address, addressBehind } from "./addresses.ts";
import { proveContactMethod, refuseContactMethod } from "./contact-methods.ts";

/** Also of the one browser that it went to. */
export async function recordArrivalAt({ database, clock }: World, to: Address): Promise<void> {
  const now = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    if (to.channel === "push") {
      await trx
        .updateTable("push_subscriptions")
        .set({ proven_at: now })
        .where("person_id", "=", to.personId)
        .where("endpoint", "=", to.address)
        .execute();
      await publish(trx, { personId: to.personId }, "push-subscriptions");
    }
    await proveContactMethod(trx, to, now);
  });
}

export async function recordArrival(world: World, token: string): Promise<void> {
  await recordArrivalAt(world, await addressBehind(world, "notice-receipt", token));
}

export async function recordRefusal(world: World, token: string, refusal: Refusal): Promise<void> {
  const to = await addressBehind(world, "notice-receipt", token);
  const { kysely } = world.database;
  await kysely.transaction().execute((trx) => refuseContactMethod(trx, to, refusal, world.clock.now()));
}
