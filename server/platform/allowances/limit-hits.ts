// How often each limit refused something, by hour. Whom it refused is not kept.
import { dayMs, hourMs } from "#contract/durations.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { World } from "#server/platform/world.ts";
import { addLimitHits, deleteLimitHits, findLimitHits } from "./queries.ts";

const storedAfterMs = 5_000;
const keptMs = 7 * dayMs;

type Counting = Pick<World, "database" | "clock" | "log">;

// Several servers can run in one process, as in tests.
const unstored = new WeakMap<Database, Map<string, number>>();

function startCounting(world: Counting): Map<string, number> {
  const hits = new Map<string, number>();
  unstored.set(world.database, hits);
  setTimeout(() => void storeLimitHits(world), storedAfterMs).unref();
  return hits;
}

/**
 * Counts a refusal in memory for a few seconds. So a flood of them costs few writes, and no refused call waits for one,
 * fails with it or undoes it with its transaction.
 */
export function countLimitHit(world: Counting, name: string): void {
  const hits = unstored.get(world.database) ?? startCounting(world);
  hits.set(name, (hits.get(name) ?? 0) + 1);
}

/** Stores what this server has counted so far. */
export async function storeLimitHits({ database, clock, log }: Counting): Promise<void> {
  const hits = unstored.get(database);
  if (!hits) return;
  unstored.delete(database);
  const hour = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs);
  // In one order, so that two servers never wait for each other's rows.
  const names = [...hits].sort(([one], [other]) => (one < other ? -1 : 1));
  try {
    await addLimitHits(
      database.kysely,
      names.map(([name, refusals]) => ({ name, hour, refusals })),
    );
  } catch (err) {
    log.warn({ err }, "what limits have refused could not be stored");
  }
}

/** What each limit refused since then, the most frequent first. */
export const limitHitsSince = ({ database }: World, since: Date) => findLimitHits(database.reads, since);

export const deleteOldLimitHits = ({ database, clock }: World): Promise<void> =>
  deleteLimitHits(database.kysely, new Date(clock.now().getTime() - keptMs));
