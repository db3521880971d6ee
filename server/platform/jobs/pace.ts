import { setTimeout as pause } from "node:timers/promises";

/** Delays work so that no more than a given number starts per second. */
export class Pace {
  #nextStart = 0;

  async turn(perSecond: number): Promise<void> {
    const now = performance.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + 1000 / perSecond;
    if (start > now) await pause(start - now);
  }
}
