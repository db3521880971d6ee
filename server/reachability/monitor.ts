import type { World } from "#server/world.ts";
import { checkFamilies } from "./family-checks.ts";
import { sendWeeklyTests } from "./testing/weekly-tests.ts";
import { sendWarnings } from "./warnings.ts";

/** Sends the tests that are due, checks the families that are due, and warns their admins. */
export async function monitorReachability(world: World): Promise<void> {
  await sendWeeklyTests(world);
  await checkFamilies(world);
  await sendWarnings(world);
}
