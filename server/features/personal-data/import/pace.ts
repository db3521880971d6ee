import { setImmediate } from "node:timers/promises";
import { Invalid } from "#server/platform/errors.ts";

/** Others wait for an answer no longer than this, and for the largest row that a file may have. */
const maxTurnMs = 10;

/** Call it between two parts of long work. */
export type Pause = () => Promise<void>;

/** Lets other work of the server happen in between, and ends an import that takes too long. */
export function pauseWithin(maxMs: number): Pause {
  const end = performance.now() + maxMs;
  let begun = performance.now();
  return async () => {
    const now = performance.now();
    if (now > end) throw new Invalid("It takes too long to read this file. Nothing was changed.");
    if (now - begun < maxTurnMs) return;
    await setImmediate();
    begun = performance.now();
  };
}
