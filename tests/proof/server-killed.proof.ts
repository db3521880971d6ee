import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLong } from "../support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { compare, countUntold } from "./ledger.ts";
import { useRunning } from "./running.ts";
import { startWriters } from "./writers.ts";

const running = useRunning();

const kills = inLong(50, 4);

test(`killed ${kills} times under eight writers, the server loses nothing and keeps nothing twice`, async () => {
  const writers = startWriters(8, running.port);
  for (let count = 1; count <= kills; count++) {
    await pause(100 + Math.random() * 400);
    await running.restart();
  }
  await writers.stop();
  const { acknowledged } = writers;
  const ledger = await compare(running.folder, writers);
  print("server killed", { kills, acknowledged: acknowledged.size, ...ledger });
  expect(ledger).toEqual({ lost: 0, duplicates: 0 });
  expect(acknowledged.size).toBeGreaterThan(kills);
  await running.expectOnly([0, 201, 503], writers);
});

// Nobody here has a device that is told by push: the first message is the text after a minute.
test.skipIf(inLong(0, 1) === 1)(
  "what was asked before a kill has left the house within 90 s of the restart",
  async () => {
    const writers = startWriters(8, running.port);
    await pause(2_000);
    await running.restart();
    await writers.stop();
    const restartedAt = performance.now();
    const asked = await countUntold(running.folder);
    expect(asked).toBeGreaterThan(0);
    await expect.poll(() => countUntold(running.folder), { timeout: 90_000, interval: 500 }).toBe(0);
    print("told after a kill", { asked, "all told after (s)": secondsSince(restartedAt) });
  },
);
