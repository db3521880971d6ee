// People who run this server. Only its command line makes one.
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { markOperator } from "./queries.ts";

export async function setOperator({ database }: World, personId: number, isOperator: boolean): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await markOperator(trx, personId, isOperator);
    await publish(trx, { personId }, "account");
  });
}
