import { readFileSync } from "node:fs";

interface Share {
  readonly running: number;
  readonly waiting: number;
}

/**
 * The time in which this thread ran, and the time in which it could have run while other processes had the CPU. Only
 * Linux counts both.
 */
function share(): Share {
  try {
    const [running = 0, waiting = 0] = readFileSync("/proc/thread-self/schedstat", "utf8")
      .split(" ")
      .map(Number);
    return { running, waiting };
  } catch {
    return { running: 0, waiting: 0 };
  }
}

/** Returns a function that says by what factor other processes have slowed this thread down: 1 on a quiet machine. */
export function measureSlowdown(): () => number {
  const before = share();
  return () => {
    const after = share();
    const running = after.running - before.running;
    return running > 0 ? 1 + (after.waiting - before.waiting) / running : 1;
  };
}
