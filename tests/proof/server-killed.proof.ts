import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLong } from "#tests/support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { compare, countUnsent } from "./ledger.ts";
import { useServerProcess } from "./server-process.ts";
import { startWriters } from "./writers.ts";

const server = useServerProcess();

const kills = inLong(50, 2);

test(`killed ${kills} times under eight writers, the server loses nothing and stores nothing twice`, async () => {
  const writers = startWriters(8, server.port);
  for (let count = 1; count <= kills; count++) {
    await pause(100 + Math.random() * 400);
    await server.restart();
  }
  await writers.stop();
  const { acknowledged } = writers;
  const ledger = await compare(server.folder, writers);
  print("server killed", { kills, acknowledged: acknowledged.size, ...ledger });
  expect(ledger).toEqual({ lost: 0, duplicates: 0 });
  expect(acknowledged.size).toBeGreaterThan(kills);
  await server.expectOnly([0, 201, 503], writers);
});

// These people have no device with push messages, so the first message is the text after a minute.
test.skipIf(inLong(0, 1) === 1)(
  "messages for requests made before a kill are sent within 90 s of the restart",
  async () => {
    const writers = startWriters(8, server.port);
    await pause(2_000);
    await server.restart();
    await writers.stop();
    const restartedAt = performance.now();
    const asked = await countUnsent(server.folder);
    expect(asked).toBeGreaterThan(0);
    await expect.poll(() => countUnsent(server.folder), { timeout: 90_000, interval: 500 }).toBe(0);
    print("sent after a kill", { asked, "all sent after (s)": secondsSince(restartedAt) });
  },
);
