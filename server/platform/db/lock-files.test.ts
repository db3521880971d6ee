import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
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
const dataDir = () => folder("shared");
const pidOf = async () =>
  Number.parseInt(await readFile(join(dataDir(), "postgres/postmaster.pid"), "utf8"), 10);

describe("an embedded database whose lock files don't match the running processes", {
  timeout: 60_000,
}, () => {
  beforeAll(() => copyCluster(dataDir()));
  afterEach(stopAll);

  /** Leaves the folder as a power failure would: nothing runs, and the lock files are still there. */
  async function cutPower(): Promise<void> {
    const killed = await startInAnotherProcess(dataDir());
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const pid = await pidOf();

    const lockFiles = await Promise.all(lockFilePaths().map((path) => readFile(path, "utf8")));

    process.kill(pid, "SIGINT");
    await expect.poll(() => existsSync(join(dataDir(), "postgres/postmaster.pid"))).toBe(false);
    await Promise.all(lockFilePaths().map((path, place) => writeFile(path, lockFiles[place] ?? "")));
  }

  const lockFilePaths = () => [
    join(dataDir(), "postgres/postmaster.pid"),
    join(dataDir(), ".s.PGSQL.5432.lock"),
  ];

  /** Another program that has a postmaster's former PID after a reboot. */
  function startStranger(): number {
    const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1_000)"], { stdio: "ignore" });
    onTestFinished(() => void stranger.kill());
    return stranger.pid ?? 0;
  }

  async function writePids(...pids: number[]): Promise<void> {
    for (const [place, path] of lockFilePaths().entries()) {
      const [, ...others] = (await readFile(path, "utf8")).split("\n");
      await writeFile(path, [pids[place], ...others].join("\n"));
    }
  }

  it.each(["one other program", "two other programs"])(
    "starts after a power failure although the PIDs in both lock files belong to %s by now",
    async (whose) => {
      await cutPower();
      const pid = startStranger();
      await writePids(pid, whose === "one other program" ? pid : startStranger());
      const { url } = await start(dataDir());
      expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(process.kill(pid, 0)).toBe(true);
    },
  );

  it("is not started twice when its PID files point to another program", { tags: "extended" }, async () => {
    await start(dataDir());
    const pid = await pidOf();
    await writePids(startStranger(), startStranger());
    await expect(startEmbedded(dataDir())).rejects.toThrow("Another Porchlight is already running");
    await writePids(pid, pid);
  });

  it("is not started twice when only its process is left as evidence", async () => {
    const { url } = await start(dataDir());
    const [pidFile, socketLock] = await Promise.all(lockFilePaths().map((path) => readFile(path, "utf8")));
    for (const path of [...lockFilePaths(), join(dataDir(), ".s.PGSQL.5432")])
      await rename(path, `${path}.kept`);
    await expect(startEmbedded(dataDir())).rejects.toThrow("shared memory block");
    for (const path of [...lockFilePaths(), join(dataDir(), ".s.PGSQL.5432")])
      await rename(`${path}.kept`, path);
    expect(await Promise.all(lockFilePaths().map((path) => readFile(path, "utf8")))).toEqual([
      pidFile,
      socketLock,
    ]);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("names the process that runs in the folder without answering", { tags: "extended" }, async () => {
    await start(dataDir());
    const socket = join(dataDir(), ".s.PGSQL.5432");
    await rename(socket, `${socket}.kept`);
    const words = `PostgreSQL is running in ${join(dataDir(), "postgres")} (process ${await pidOf()})`;
    await expect(startEmbedded(dataDir())).rejects.toThrow(words);
    await rename(`${socket}.kept`, socket);
  });

  it("says in one sentence that another PostgreSQL version created the folder", async () => {
    await (await startEmbedded(dataDir())).stop();
    await writeFile(join(dataDir(), "postgres/PG_VERSION"), "17\n");
    const words = `The data in ${join(dataDir(), "postgres")} was made by PostgreSQL 17, and this Porchlight uses PostgreSQL 18. Please use PostgreSQL 17 as before, and move the data by backup and restore (docs/operate/backup.md), or set DATA_DIR to another folder.`;
    await expect(startEmbedded(dataDir())).rejects.toThrow(new Error(words));
  });
});
