// Runs due work at its time, and at once when it is woken.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";
import type { World } from "#server/platform/world.ts";
import type { Queue } from "./queue.ts";

/** The channel on which every server learns that something in a queue is due, now or soon. */
const wakeChannel = "due-work";

// Open screens hear of a change within a millisecond, and come first.
const startDelayMs = 20;
// When a pass leaves more to do, this pause gives other servers time to claim their share.
const minPauseMs = 200;
// After a wake-up, the pause is a multiple of the time that the last pass took. Passes that find little take little time,
// so a request rarely waits for the one before it; in a flood, each pass covers many rows.
const pauseRatio = 10;
const maxWakePauseMs = 200;
// Polling also covers a clock that was moved, and a notification of PostgreSQL that was lost.
const maxPauseMs = 15_000;
const retryDelayMs = 1_500;
const stopTimeoutMs = 3_000;
// Queues that start at the same moment open a connection each, which stays for ten seconds. So they start one after the
// other, the urgent one first.
const apartMs = 15;

export async function wake(trx: Db, queue: string): Promise<void> {
  await sql`select pg_notify(${wakeChannel}, ${queue})`.execute(trx);
}

/** One timer, set to the earliest of the times it was given. */
class Alarm {
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;
  #at = Number.POSITIVE_INFINITY;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  setIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (at >= this.#at) return;
    clearTimeout(this.#timer);
    this.#at = at;
    this.#timer = setTimeout(() => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#ring();
    }, milliseconds).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#at = Number.NEGATIVE_INFINITY;
  }
}

/** Takes care of one queue, so that no queue waits for another. */
class Worker {
  readonly #world: World;
  readonly #queue: Queue;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #alarm = new Alarm(() => this.#track(this.#runPass()));
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isWokenAgain = false;

  constructor(world: World, queue: Queue) {
    this.#world = world;
    this.#queue = queue;
  }

  wake(delayMs = startDelayMs): void {
    this.#isWokenAgain = true;
    this.#alarm.setIn(Math.max(delayMs, this.#pausedUntil - performance.now()));
  }

  async stop(): Promise<void> {
    this.#alarm.stop();
    await Promise.race([Promise.all(this.#underWay), pause(stopTimeoutMs, undefined, { ref: false })]);
  }

  #track(promise: Promise<unknown>): void {
    this.#underWay.add(promise);
    promise.finally(() => this.#underWay.delete(promise));
  }

  async #runPass(): Promise<void> {
    const startedAt = performance.now();
    this.#pausedUntil = startedAt + maxWakePauseMs;
    this.#isWokenAgain = false;
    try {
      const { finished, failure } = await this.#queue.startDue(this.#world);
      this.#track(finished);
      if (failure !== undefined) throw failure;
      const tookMs = performance.now() - startedAt;
      this.#pausedUntil = startedAt + Math.min(pauseRatio * tookMs, maxWakePauseMs);
      // This pass may have missed rows that became due while it ran. They don't wait for the longest pause.
      if (this.#isWokenAgain) this.wake();
      this.#alarm.setIn(await this.#msUntilDue());
    } catch (err) {
      this.#world.log.error({ err, queue: this.#queue.name }, "due work could not be claimed");
      this.#alarm.setIn(retryDelayMs);
    }
  }

  async #msUntilDue(): Promise<number> {
    const next = await this.#queue.nextDue(this.#world);
    const wait = next ? next.getTime() - this.#world.clock.now().getTime() : maxPauseMs;
    return Math.min(Math.max(wait, minPauseMs), maxPauseMs);
  }
}

/** Returns a function that stops the workers of this server. */
export async function startWorkers(world: World, queues: readonly Queue[]): Promise<() => Promise<void>> {
  const workers = new Map(queues.map((queue) => [queue.name, new Worker(world, queue)]));
  const wakeAll = () => {
    for (const [place, worker] of [...workers.values()].entries())
      worker.wake(startDelayMs + place * apartMs);
  };
  await world.database.listen(wakeChannel, (queue) => workers.get(queue)?.wake(), wakeAll);
  wakeAll();
  return async () => {
    await Promise.all([...workers.values()].map((worker) => worker.stop()));
  };
}
