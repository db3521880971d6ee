import { setTimeout as pause } from "node:timers/promises";
import type { World } from "#server/world.ts";
import { nextDue } from "./deliveries.ts";
import { startDeliveries } from "./dispatch.ts";
import { wakeChannel } from "./wake.ts";

// Open screens learn of a request in a millisecond and come first.
const startDelayMs = 20;
// One pass covers what arrives close together, and leaves another server the time to claim its share.
const minPauseMs = 200;
const maxPauseMs = 15_000;
const retryDelayMs = 1_500;
const stopTimeoutMs = 3_000;

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

async function untilNext({ database, clock }: World): Promise<number> {
  const next = await nextDue(database);
  const wait = next ? next.getTime() - clock.now().getTime() : maxPauseMs;
  return Math.min(Math.max(wait, minPauseMs), maxPauseMs);
}

/** The deliveries under way, which a shutdown waits for. */
class UnderWay {
  readonly #promises = new Set<Promise<unknown>>();

  add(promise: Promise<unknown>): void {
    this.#promises.add(promise);
    promise.finally(() => this.#promises.delete(promise));
  }

  async end(): Promise<void> {
    await Promise.race([Promise.all(this.#promises), pause(stopTimeoutMs, undefined, { ref: false })]);
  }
}

/** Delivers at once when it is woken, and otherwise when the next delivery is due. Returns a function that stops it. */
export async function startDeliveryWorker(world: World): Promise<() => Promise<void>> {
  const underWay = new UnderWay();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    lookedAt = performance.now();
    try {
      underWay.add((await startDeliveries(world)).settled);
      alarm.setIn(await untilNext(world));
    } catch (err) {
      world.log.error({ err }, "due help messages could not be claimed");
      alarm.setIn(retryDelayMs);
    }
  };
  const alarm = new Alarm(() => underWay.add(look()));
  const soon = () => alarm.setIn(Math.max(startDelayMs, lookedAt + minPauseMs - performance.now()));
  await world.database.listen(wakeChannel, soon, soon);
  soon();
  return () => {
    alarm.stop();
    return underWay.end();
  };
}
