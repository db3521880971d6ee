import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { newFolder } from "#bench/processes/porchlight.ts";
import { print, secondsSince } from "./figures.ts";
import { compare } from "./ledger.ts";
import { useServerProcess } from "./server-process.ts";
import { fill, mount, reasonToSkip, unmount } from "./small-disk.ts";
import { startWriters } from "./writers.ts";

const folder = newFolder();
const canMount = mount(folder, 200);
const server = useServerProcess(folder, () => void unmount(folder));

test.skipIf(!canMount)(
  `on a full disk requests get 503 within 2 s, everything acknowledged is stored, and the server recovers by itself${reasonToSkip(canMount)}`,
  async () => {
    const writers = startWriters(8, server.port);
    await pause(500);
    const empty = fill(folder);
    await expect.poll(writers.countRefused, { timeout: 60_000 }).toBeGreaterThan(20);
    const acknowledgedWhenFull = writers.acknowledged.size;
    empty();
    const emptiedAt = performance.now();
    await expect
      .poll(() => writers.acknowledged.size > acknowledgedWhenFull + 8, { timeout: 30_000 })
      .toBe(true);
    const recovered = secondsSince(emptiedAt);
    await writers.stop();
    const ledger = await compare(folder, writers);
    print("disk full", {
      ...ledger,
      "slowest answer (ms)": Math.round(writers.slowestMs()),
      "recovered after (s)": recovered,
    });
    expect(ledger).toEqual({ lost: 0, duplicates: 0 });
    await server.expectOnly([201, 503], writers);
    expect(writers.slowestMs()).toBeLessThan(2_000);
  },
);
