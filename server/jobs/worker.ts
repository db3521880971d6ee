import { setTimeout as pause } from "node:timers/promises";
import type { World } from "../world.ts";
import { openQueue } from "./queue.ts";
import { type ScheduledJob, startScheduledJobs } from "./scheduled-jobs.ts";

type Stop = () => Promise<void>;
type JobWorld = Pick<World, "database" | "log">;

// Loading the queue takes a tenth of a second, which would delay the first requests to the server.
const startDelayMs = 1_000;
const retryDelayMs = 10_000;
// A server has ten seconds to shut down; this is the part that jobs may use.
const stopTimeoutMs = 3_000;

async function start(world: JobWorld, jobs: readonly ScheduledJob[]): Promise<Stop> {
  const queue = await openQueue(world);
  const stopAsking = await startScheduledJobs(queue, jobs, world.log);
  return async () => {
    stopAsking();
    await queue.stop({ timeout: stopTimeoutMs });
  };
}

async function startWithRetries(
  world: JobWorld,
  jobs: readonly ScheduledJob[],
  signal: AbortSignal,
): Promise<Stop | undefined> {
  const wait = (time: number) => pause(time, undefined, { signal, ref: false }).catch(() => {});
  await wait(startDelayMs);
  while (!signal.aborted) {
    try {
      return await start(world, jobs);
    } catch (err) {
      world.log.error({ err }, "the job queue did not open; trying again");
      await wait(retryDelayMs);
    }
  }
  return undefined;
}

/** Runs the scheduled jobs of a server that listens already. Returns a function that stops them. */
export function startWorker(world: JobWorld, jobs: readonly ScheduledJob[]): Stop {
  const stopping = new AbortController();
  const started = startWithRetries(world, jobs, stopping.signal);
  return async () => {
    stopping.abort();
    const stop = await started;
    await stop?.();
  };
}
