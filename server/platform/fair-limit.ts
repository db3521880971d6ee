import pLimit, { type LimitFunction } from "p-limit";
import { TooMany } from "./errors.ts";

interface FairLimit {
  /** How much of this work is done at once for each person or family. */
  readonly atOnce: number;
  /** How much more may wait, and the message for anything beyond. */
  readonly maxWaiting: number;
  readonly tooMany: string;
}

type Limited = <Result>(id: number, work: () => Promise<Result>) => Promise<Result>;

const retryAfterSeconds = 15;

/**
 * Limits how much of one kind of work is done at once for each person, or for each family. Anything beyond that waits
 * for their own work only, so nobody can take the places of others.
 */
export function limitForEach({ atOnce, maxWaiting, tooMany }: FairLimit): Limited {
  const limits = new Map<number, LimitFunction>();
  return async (id, work) => {
    const limit = limits.get(id) ?? pLimit(atOnce);
    limits.set(id, limit);
    if (limit.pendingCount >= maxWaiting) throw new TooMany(tooMany, retryAfterSeconds);
    return await limit(async () => {
      try {
        return await work();
      } finally {
        if (limit.activeCount === 1 && limit.pendingCount === 0) limits.delete(id);
      }
    });
  };
}
