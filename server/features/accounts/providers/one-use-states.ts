// A state works once. When a browser repeats the navigation that brings it back, the repeat gets the answer of the first.
import { setTimeout as pause } from "node:timers/promises";
import { Forbidden } from "#server/platform/errors.ts";
import { fingerprint } from "#server/platform/secrets.ts";

/** begun: the browser is at the provider. taken: its first return is being answered. done: it was answered. */
export type Stage = "begun" | "taken" | "done";

/** The hash under which a state is stored also says how far its attempt has come. */
export const stateHash = (state: string, stage: Stage): Buffer =>
  fingerprint(stage === "begun" ? state : `${state} ${stage}`);

/** Nothing else counts as a state, because the hashes of later stages follow from a state and a word. */
export const isState = (text: string): boolean => /^[\w-]{22}$/.test(text);

export const expired = "This sign-in expired. Please start again.";

/** One attempt of one browser or session. */
export interface OneUse {
  /** Returns false if the attempt is not at the first of the two stages. */
  move(from: Stage, to: Stage): Promise<boolean>;
  isAt(stage: Stage): Promise<boolean>;
  drop(): Promise<void>;
}

// Longer than a provider takes to answer.
const maxWaitMs = 15_000;
const intervalMs = 100;

async function waitForFirst(attempt: OneUse): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while (performance.now() < end && (await attempt.isAt("taken"))) await pause(intervalMs);
  if (!(await attempt.isAt("done"))) throw new Forbidden(expired);
}

/**
 * Does the work for the first return of the attempt. A repeat waits until that is done, and does nothing itself: the
 * provider's code works once, too. If the first one fails, so do its repeats.
 */
export async function doOnce(attempt: OneUse, work: () => Promise<void>): Promise<void> {
  if (!(await attempt.move("begun", "taken"))) return waitForFirst(attempt);
  try {
    await work();
  } catch (error) {
    await attempt.drop();
    throw error;
  }
  await attempt.move("taken", "done");
}
