import { setTimeout as pause } from "node:timers/promises";
import type { World } from "../world.ts";
import { type Chore, takeChores } from "./chores.ts";
import { openQueue } from "./queue.ts";

type Stop = () => Promise<void>;
type JobWorld = Pick<World, "database" | "log">;

const untilNextTry = 10_000;
// Of the ten seconds in which a server has to be gone.
const patience = 3_000;

async function start(world: JobWorld, chores: readonly Chore[]): Promise<Stop> {
  const queue = await openQueue(world);
  const takeNoMore = await takeChores(queue, chores, world.log);
  return async () => {
    takeNoMore();
    await queue.stop({ timeout: patience });
  };
}

async function startInTheEnd(
  world: JobWorld,
  chores: readonly Chore[],
  signal: AbortSignal,
): Promise<Stop | undefined> {
  while (!signal.aborted) {
    try {
      return await start(world, chores);
    } catch (err) {
      world.log.error({ err }, "the job queue did not open; trying again");
      await pause(untilNextTry, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  return undefined;
}

/** Works on what has to be done besides answering, behind a server that listens already. Returns how to stop. */
export function work(world: JobWorld, chores: readonly Chore[]): Stop {
  const stopping = new AbortController();
  const started = startInTheEnd(world, chores, stopping.signal);
  return async () => {
    stopping.abort();
    const stop = await started;
    await stop?.();
  };
}
