import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLong } from "../support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { compare } from "./ledger.ts";
import { useRunning } from "./running.ts";
import { startWriters, type Writers } from "./writers.ts";

const running = useRunning();

const kills = inLong(30, 3);
const maxOutageSeconds = 10;

async function killPostgres(): Promise<void> {
  const [pid] = (await readFile(join(running.folder, "postgres/postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
}

/** Seconds until something is written that was not before. */
async function outage({ acknowledged }: Writers): Promise<number> {
  const killedAt = performance.now();
  await killPostgres();
  // What was committed before the kill may still be answered after it.
  await pause(200);
  const before = acknowledged.size;
  while (acknowledged.size < before + 8) await pause(20);
  return secondsSince(killedAt);
}

test(`PostgreSQL killed ${kills} times under eight writers: nothing lost, 503 and never 500, serving again within ${maxOutageSeconds} s`, async () => {
  const writers = startWriters(8, running.port);
  const outages: number[] = [];
  for (let count = 1; count <= kills; count++) {
    await pause(200 + Math.random() * 500);
    outages.push(await outage(writers));
  }
  await writers.stop();
  const { acknowledged } = writers;
  const ledger = await compare(running.folder, writers);
  const longest = Math.max(...outages);
  print("PostgreSQL killed", {
    kills,
    acknowledged: acknowledged.size,
    ...ledger,
    "longest outage (s)": longest,
  });
  expect(ledger).toEqual({ lost: 0, duplicates: 0 });
  expect(longest).toBeLessThan(maxOutageSeconds);
  await running.expectOnly([201, 503], writers);
  // The built server's log names the sources, not the files that they were built into.
  expect(running.hasLogged("server/http/route.ts:")).toBe(true);
});
