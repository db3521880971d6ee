import { setTimeout as pause } from "node:timers/promises";
import type { World } from "../world.ts";
import { type Chore, takeChores } from "./chores.ts";
import { openQueue } from "./queue.ts";

type Stop = () => Promise<void>;
type JobWorld = Pick<World, "database" | "log">;

// Loading the queue takes a tenth of a second: whoever waits for the start comes first.
const headStart = 1_000;
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
  const wait = (time: number) => pause(time, undefined, { signal, ref: false }).catch(() => {});
  await wait(headStart);
  while (!signal.aborted) {
    try {
      return await start(world, chores);
    } catch (err) {
      world.log.error({ err }, "the job queue could not start; trying again");
      await wait(untilNextTry);
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
