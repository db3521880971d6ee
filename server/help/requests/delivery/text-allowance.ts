// Limits the texts of one request and of one family's day. Push messages and e-mails are not limited.
import { giveBackAllowances, takeAllowances, type Use } from "#server/allowances/allowances.ts";
import type { World } from "#server/world.ts";

interface About {
  readonly family_id: number;
  readonly help_request_id: number;
}

/** Counts a text before it leaves, so that concurrent texts cannot pass the limit. Returns a function that undoes it. */
export async function reserveText(
  world: World,
  { family_id, help_request_id }: About,
): Promise<{ release(): Promise<void> } | undefined> {
  const { kysely: db } = world.database;
  const uses: Use[] = [
    { name: "help-texts-of-request", key: help_request_id },
    { name: "help-texts-of-family", key: family_id },
  ];
  const wait = await takeAllowances(world, db, ...uses);
  return wait === 0 ? { release: () => giveBackAllowances(world, db, ...uses) } : undefined;
}
