import { setTimeout as pause } from "node:timers/promises";

/** Delays work so that no more than a given number starts per second. */
export class Pace {
  #next: Promise<unknown> = Promise.resolve();

  /** Each turn waits for the one before it, so turns that come late do not bunch up behind it. */
  async turn(perSecond: number): Promise<void> {
    const turn = this.#next;
    this.#next = turn.then(() => pause(1000 / perSecond));
    await turn;
  }
}
