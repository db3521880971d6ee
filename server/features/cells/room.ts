// How many families this cell has, and for how many it was made. Its entrance asks once a minute.
import { settingsInForce } from "#server/platform/choices/choices.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { World } from "#server/platform/world.ts";
import type { Room } from "./questions.ts";

async function countFamilies(db: Db): Promise<number> {
  const counted = db.selectFrom("families").select(({ fn }) => fn.countAll<number>().as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
}

export async function roomOf({ config, database }: World): Promise<Room> {
  const [families, { signUp }] = await Promise.all([
    countFamilies(database.reads),
    settingsInForce(config, database.reads),
  ]);
  return { families, capacity: config.cells.capacity, isOpen: signUp === "open" };
}
