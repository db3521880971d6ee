import { setTimeout as pause } from "node:timers/promises";
import type { World } from "../../world.ts";
import { nextDue } from "./deliveries.ts";
import { startDeliveries } from "./delivering.ts";
import { wakingChannel } from "./waking.ts";

// The screens that are open come first: they hear of it in a millisecond.
const headStart = 20;
// Between two looks: what comes close together is one, and what another server is at is not looked at again at once.
const shortest = 200;
const longest = 15_000;
const untilNextTry = 1_500;
const patience = 3_000;

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
  const wait = next ? next.getTime() - clock.now().getTime() : longest;
  return Math.min(Math.max(wait, shortest), longest);
}

/** What is under way, to be waited for at the end. */
class UnderWay {
  readonly #promises = new Set<Promise<unknown>>();

  add(promise: Promise<unknown>): void {
    this.#promises.add(promise);
    promise.finally(() => this.#promises.delete(promise));
  }

  async end(): Promise<void> {
    await Promise.race([Promise.all(this.#promises), pause(patience, undefined, { ref: false })]);
  }
}

/** Delivers at once what a notice tells of, and the rest at its time. Returns how to stop. */
export async function watchDeliveries(world: World): Promise<() => Promise<void>> {
  const underWay = new UnderWay();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    lookedAt = performance.now();
    try {
      underWay.add((await startDeliveries(world)).settled);
      alarm.setIn(await untilNext(world));
    } catch (err) {
      world.log.error({ err }, "due help messages could not be claimed");
      alarm.setIn(untilNextTry);
    }
  };
  const alarm = new Alarm(() => underWay.add(look()));
  const soon = () => alarm.setIn(Math.max(headStart, lookedAt + shortest - performance.now()));
  await world.database.listen(wakingChannel, soon, soon);
  soon();
  return () => {
    alarm.stop();
    return underWay.end();
  };
}
