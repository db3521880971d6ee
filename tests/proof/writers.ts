// Grandmothers who ask for help and retry until the server confirms, as their devices do.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { grandmotherOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { secondsSince } from "./figures.ts";

export interface Written {
  /** Idempotency keys of the requests that the server answered with 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** Counts each status, with 0 for no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The number of answers that were not 201. */
  readonly countRefused: () => number;
  /** The longest time until a status was received. */
  readonly slowestMs: () => number;
  /** The longest time from sending a request that was refused until it was accepted. */
  readonly longestRefusedMs: () => number;
}

export interface Writers extends Written {
  /** Lets each writer finish its current request. The server has to be up. */
  stop(): Promise<void>;
}

const timeoutMs = 10_000;
const untilAgain = 20;

function post(port: number, family: number, key: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${tokenOf(grandmotherOf(family))}`,
    "idempotency-key": key,
    "content-type": "application/json",
  };
  const answered = fetch(`http://127.0.0.1:${port}/api/help-requests`, {
    method: "POST",
    headers,
    body: JSON.stringify({ text: `Request ${key}` }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return answered.then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** `port` is called before each attempt, because a restarted server may have another one. */
export function startWriters(count: number, port: () => number): Writers {
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  let slowest = 0;
  let longestRefused = 0;
  let isStopping = false;

  async function deliver(family: number, key: string): Promise<void> {
    let refusedAt: number | undefined;
    while (!acknowledged.has(key)) {
      const askedAt = performance.now();
      const status = await post(port(), family, key);
      slowest = Math.max(slowest, performance.now() - askedAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) {
        acknowledged.add(key);
        longestRefused = Math.max(longestRefused, performance.now() - (refusedAt ?? performance.now()));
        continue;
      }
      refusedAt ??= askedAt;
      await pause(untilAgain);
    }
  }

  async function write(family: number): Promise<void> {
    while (!isStopping) await deliver(family, randomUUID());
  }

  const countRefused = () =>
    [...statuses].reduce((sum, [status, count]) => sum + (status === 201 ? 0 : count), 0);
  const writing = Promise.all(Array.from({ length: count }, (_, family) => write(family)));
  return {
    acknowledged,
    statuses,
    countRefused,
    slowestMs: () => slowest,
    longestRefusedMs: () => longestRefused,
    async stop() {
      isStopping = true;
      await writing;
    },
  };
}

/** Breaks something, and returns the seconds until new requests are written again. */
export async function outageBy(
  breakSomething: () => Promise<void> | void,
  { acknowledged }: Written,
): Promise<number> {
  const brokenAt = performance.now();
  await breakSomething();
  // Requests committed before may still be answered after it.
  await pause(200);
  const before = acknowledged.size;
  while (acknowledged.size < before + 8) await pause(20);
  return secondsSince(brokenAt);
}
