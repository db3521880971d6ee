import type { World } from "../world.ts";
import { lookAtFamilies } from "./looking.ts";
import { sendWeeklyTests } from "./testing/weekly-tests.ts";
import { sendWarnings } from "./warnings.ts";

/** Tests who is to be tested, sees what has become of their families, and tells whoever has to know. */
export async function watchReachability(world: World): Promise<void> {
  await sendWeeklyTests(world);
  await lookAtFamilies(world);
  await sendWarnings(world);
}
