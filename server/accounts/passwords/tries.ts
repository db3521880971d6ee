// How often passwords may be tried. A wrong one counts against each of the given allowances.
import { resetAllowances, takeAllowances, type Use } from "#server/allowances/allowances.ts";
import { TooMany } from "#server/errors.ts";
import { inWords } from "#server/http/limits.ts";
import type { World } from "#server/world.ts";

/**
 * Runs `prove` unless an allowance is used up. A try is counted before the password is compared, so that a thousand at
 * once are still counted one by one. A success resets the counts.
 */
export async function limitTries<Proof>(
  world: World,
  uses: readonly Use[],
  prove: () => Promise<Proof | undefined>,
): Promise<Proof | undefined> {
  const { kysely: db } = world.database;
  const wait = await takeAllowances(world, db, ...uses);
  if (wait > 0) {
    const words = inWords(Math.ceil(wait));
    throw new TooMany(
      `Too many wrong passwords. Please try again in ${words}, or sign in with a code by text.`,
      wait,
    );
  }
  const proof = await prove();
  if (proof !== undefined) await resetAllowances(world, db, ...uses);
  return proof;
}
