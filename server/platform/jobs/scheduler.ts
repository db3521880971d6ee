// Runs each job once per interval, on one of all servers.
import { setTimeout as pause } from "node:timers/promises";
import { measurementsOf } from "#server/platform/measurements.ts";
import type { World } from "#server/platform/world.ts";
import { claimJobs, findMsUntilDue } from "./queries.ts";

export interface ScheduledJob {
  readonly name: string;
  readonly intervalSeconds: number;
  readonly run: () => Promise<void>;
}

type JobWorld = Pick<World, "database" | "log">;

const maxWaitMs = 10_000;
// A server has ten seconds to shut down; this is the part that jobs may use.
const stopTimeoutMs = 3_000;

/** The servers' clocks may differ, so due times are those of the database. */
class Scheduler {
  readonly #world: JobWorld;
  readonly #jobs: readonly ScheduledJob[];
  readonly #running = new Map<string, Promise<void>>();
  #finished = new AbortController();

  constructor(world: JobWorld, jobs: readonly ScheduledJob[]) {
    this.#world = world;
    this.#jobs = jobs;
  }

  /** Starts what is due until it is stopped, then waits for what is running. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.#startDue().catch((err: unknown) => {
        this.#world.log.error({ err }, "the scheduled jobs could not be claimed; trying again");
        return maxWaitMs;
      });
      const until = AbortSignal.any([signal, this.#finished.signal]);
      await pause(waitMs, undefined, { signal: until, ref: false }).catch(() => {});
    }
    await Promise.race([
      Promise.all(this.#running.values()),
      pause(stopTimeoutMs, undefined, { ref: false }),
    ]);
  }

  get #idle(): ScheduledJob[] {
    return this.#jobs.filter(({ name }) => !this.#running.has(name));
  }

  /** Returns how long nothing will be due. A running job is checked again when it has finished. */
  async #startDue(): Promise<number> {
    this.#finished = new AbortController();
    const idle = this.#idle;
    const claimed = await this.#claim(idle);
    for (const job of idle.filter(({ name }) => claimed.has(name))) this.#start(job);
    return await this.#msUntilDue(this.#idle);
  }

  /** Returns the names of the jobs that this server is to run now. */
  async #claim(jobs: readonly ScheduledJob[]): Promise<Set<string>> {
    return new Set(jobs.length > 0 ? await claimJobs(this.#world.database.kysely, jobs) : []);
  }

  async #msUntilDue(jobs: readonly ScheduledJob[]): Promise<number> {
    const names = jobs.map(({ name }) => name);
    const ms = names.length > 0 ? await findMsUntilDue(this.#world.database.kysely, names) : null;
    return Math.min(Math.max(ms ?? maxWaitMs, 1), maxWaitMs);
  }

  /** A run that failed is not repeated before its next interval. */
  #start({ name, run }: ScheduledJob): void {
    const startedAt = performance.now();
    const ended = (isDone: boolean) =>
      measurementsOf(this.#world)?.jobEnded(name, isDone, (performance.now() - startedAt) / 1000);
    const failed = (err: unknown) => {
      this.#world.log.error({ err, job: name }, "a scheduled job failed");
      ended(false);
    };
    const running = run()
      .then(() => ended(true), failed)
      .finally(() => {
        this.#running.delete(name);
        this.#finished.abort();
      });
    this.#running.set(name, running);
  }
}

/** Returns a function that stops the jobs of this server. */
export function startScheduler(world: JobWorld, jobs: readonly ScheduledJob[]): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = new Scheduler(world, jobs).run(stopping.signal);
  return async () => {
    stopping.abort();
    await stopped;
  };
}
