import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  copyCluster,
  query,
  start,
  startInAnotherProcess,
  stopAll,
  useFolder,
} from "#tests/support/embedded.ts";
import { startEmbedded } from "./embedded.ts";

const folder = useFolder();

const pidIn = async (dataDir: string) =>
  Number.parseInt(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

const timeout = 60_000;

describe("the embedded database", { timeout }, () => {
  // All tests share a folder: the first one creates the cluster, and each one stops it.
  const inFolder = () => folder("shared");
  afterEach(stopAll);

  it("keeps its rows from one start to the next, in a folder that only its owner may enter", async () => {
    const first = await startEmbedded(inFolder());
    await query(first.url, "create table notes as select 'kept' as note");
    await first.stop();
    const second = await start(inFolder());
    expect(await query(second.url, "select note from notes")).toEqual([{ note: "kept" }]);
  });

  it("is a PostgreSQL 18 with fsync on, without a TCP port", async () => {
    const { url } = await start(inFolder());
    const [settings] = await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses`,
    );
    expect(settings).toEqual({ version: 18, fsync: "on", addresses: "" });
  });

  it("is taken over with its rows after its server was killed", async () => {
    const killed = await startInAnotherProcess(inFolder());
    const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(inFolder())}`;
    await query(url, "create table adopted as select 'kept' as note");
    const pid = await pidIn(inFolder());
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const next = await start(inFolder());
    expect(await pidIn(inFolder())).toBe(pid);
    expect(await query(next.url, "select note from adopted")).toEqual([{ note: "kept" }]);
  });

  it("recovers by itself after PostgreSQL was killed", async () => {
    const { url } = await start(inFolder());
    await query(url, "create table recovered as select 'kept' as note");
    process.kill(await pidIn(inFolder()), "SIGKILL");
    const answer = () => query(url, "select note from recovered").catch(() => []);
    await expect.poll(answer).toEqual([{ note: "kept" }]);
  });
});

// Both tests wait for seconds, so they run concurrently.
describe.concurrent("a folder that was used before", { timeout }, () => {
  beforeAll(async () => {
    for (const name of ["refused", "old-pid"]) {
      await copyCluster(folder(name));
      await (await startEmbedded(folder(name))).stop();
    }
  }, timeout);
  afterAll(stopAll);

  it("refuses a second server on the same folder", async ({ expect }) => {
    const dataDir = folder("refused");
    await start(dataDir);
    await expect(startEmbedded(dataDir)).rejects.toThrow("Another Porchlight is already running");
  });

  it("starts although the recorded PID belongs to another process by now", async ({ expect }) => {
    const dataDir = folder("old-pid");
    await writeFile(join(dataDir, "postgres/postmaster.pid"), `${process.pid}\n`);
    const { url } = await start(dataDir);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});
