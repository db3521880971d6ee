import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLong } from "#tests/support/long-form.ts";
import { print } from "./figures.ts";
import { compare } from "./ledger.ts";
import { useServerProcess } from "./server-process.ts";
import { outageBy, startWriters } from "./writers.ts";

const server = useServerProcess();

const kills = inLong(30, 2);
const maxOutageSeconds = 10;

async function killPostgres(): Promise<void> {
  const [pid] = (await readFile(join(server.folder, "postgres/postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
}

test(`PostgreSQL killed ${kills} times under eight writers: nothing is lost, requests get 503 and never 500, and service resumes within ${maxOutageSeconds} s`, async () => {
  const writers = startWriters(8, server.port);
  const outages: number[] = [];
  for (let count = 1; count <= kills; count++) {
    await pause(200 + Math.random() * 500);
    outages.push(await outageBy(killPostgres, writers));
  }
  await writers.stop();
  const { acknowledged } = writers;
  const ledger = await compare(server.folder, writers);
  const longest = Math.max(...outages);
  print("PostgreSQL killed", {
    kills,
    acknowledged: acknowledged.size,
    ...ledger,
    "longest outage (s)": longest,
  });
  expect(ledger).toEqual({ lost: 0, duplicates: 0 });
  expect(longest).toBeLessThan(maxOutageSeconds);
  await server.expectOnly([201, 503], writers);
  // The built server's log names the source files, not the files they were built into.
  expect(server.hasLogged(/\bserver\/[a-z/-]+\.ts:\d/)).toBe(true);
});
