import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { print } from "./figures.ts";
import { compare } from "./ledger.ts";
import { inLong } from "./length.ts";
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
  const { acknowledged, statuses } = writers;
  const ledger = await compare(running.folder, writers);
  print("server killed", { kills, acknowledged: acknowledged.size, ...ledger });
  expect(ledger).toEqual({ lost: 0, duplicates: 0 });
  expect(acknowledged.size).toBeGreaterThan(kills);
  expect([...statuses.keys()].filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
});
