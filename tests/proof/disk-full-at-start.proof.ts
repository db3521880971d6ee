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

// PostgreSQL needs this much for its lock file, and doesn't start without it.
const untilPostgresStarts = 16 * 1024;

async function startWithoutRoom(): Promise<() => void> {
  await server.end();
  const makeRoom = fill(folder, untilPostgresStarts);
  await server.restart();
  return makeRoom;
}

test.skipIf(!canMount)(
  `a server that starts on a full disk answers with 201 or 503, and recovers once there is room${reasonToSkip(canMount)}`,
  async () => {
    const makeRoom = await startWithoutRoom();
    const writers = startWriters(8, server.port);
    const refusedBefore = writers.countRefused();
    await expect.poll(writers.countRefused, { timeout: 60_000 }).toBeGreaterThan(refusedBefore + 100);
    const acknowledgedWhenFull = writers.acknowledged.size;
    makeRoom();
    const madeAt = performance.now();
    await expect
      .poll(() => writers.acknowledged.size, { timeout: 30_000 })
      .toBeGreaterThan(acknowledgedWhenFull + 8);
    const recovered = secondsSince(madeAt);
    await writers.stop();
    const ledger = await compare(folder, writers);
    print("disk full at the start", {
      ...ledger,
      refused: writers.countRefused(),
      "recovered after (s)": recovered,
    });
    expect(ledger).toEqual({ lost: 0, duplicates: 0 });
    await server.expectOnly([201, 503], writers);
  },
);
