import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

let root: string;
let dataDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "porchlight-embedded-"));
  await chmod(root, 0o700);
  dataDir = join(root, "data");
});
const running: Embedded[] = [];
afterEach(async () => {
  for (const embedded of running.splice(0)) await embedded.stop();
  await rm(root, { recursive: true, force: true });
});

async function start(transport?: NodeJS.Platform): Promise<Embedded> {
  const embedded = await startEmbedded(dataDir, transport);
  running.push(embedded);
  return embedded;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

async function startInAnotherProcess(): Promise<ChildProcess> {
  const owner = join(import.meta.dirname, "../../tests/support/owner.ts");
  const child = spawn(process.execPath, [owner, dataDir], { stdio: ["ignore", "pipe", "ignore"] });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  return child;
}

const pidOf = async () =>
  Number.parseInt(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

describe("the embedded database", { timeout: 60_000 }, () => {
  it("keeps its rows from one start to the next, in a folder that only its owner may enter", async () => {
    const first = await startEmbedded(dataDir);
    await query(first.url, "create table notes as select 'kept' as note");
    await first.stop();
    const second = await start();
    expect(await query(second.url, "select note from notes")).toEqual([{ note: "kept" }]);
  });

  it("is a PostgreSQL 18 with fsync on, without a TCP port", async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses`,
    );
    expect(settings).toEqual({ version: 18, fsync: "on", addresses: "" });
  });

  it("refuses a second server on the same folder", async () => {
    await start();
    await expect(startEmbedded(dataDir)).rejects.toThrow("Another Porchlight is already running");
  });

  it("is adopted with its rows after its server was killed", async () => {
    const killed = await startInAnotherProcess();
    const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(dataDir)}`;
    await query(url, "create table notes as select 'kept' as note");
    const pid = await pidOf();
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const next = await start();
    expect(await pidOf()).toBe(pid);
    expect(await query(next.url, "select note from notes")).toEqual([{ note: "kept" }]);
  });

  it("comes back by itself after PostgreSQL was killed", async () => {
    const { url } = await start();
    await query(url, "create table notes as select 'kept' as note");
    process.kill(await pidOf(), "SIGKILL");
    const answer = () => query(url, "select note from notes").catch(() => []);
    await expect.poll(answer, { timeout: 10_000 }).toEqual([{ note: "kept" }]);
  });

  /** Leaves the folder as a power cut does: nothing runs in it, and its lock files are still there. */
  async function cutPower(): Promise<void> {
    const killed = await startInAnotherProcess();
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const pid = await pidOf();

    const lockFiles = await Promise.all(lockFilePaths().map((path) => readFile(path, "utf8")));

    process.kill(pid, "SIGINT");
    await expect.poll(() => existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    await Promise.all(lockFilePaths().map((path, place) => writeFile(path, lockFiles[place] ?? "")));
  }

  const lockFilePaths = () => [join(dataDir, "postgres/postmaster.pid"), join(dataDir, ".s.PGSQL.5432.lock")];

  /** Another program, as it may have the pid of a postmaster after the machine has started again. */
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
    "starts after a power cut although the pids in both lock files belong to %s by now",
    async (whose) => {
      await cutPower();
      const pid = startStranger();
      await writePids(pid, whose === "one other program" ? pid : startStranger());
      const { url } = await start();
      expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(process.kill(pid, 0)).toBe(true);
    },
  );

  it("is not started a second time where its pid files lead to another program", async () => {
    await start();
    const pid = await pidOf();
    await writePids(startStranger(), startStranger());
    await expect(startEmbedded(dataDir)).rejects.toThrow("Another Porchlight is already running");
    await writePids(pid, pid);
  });

  it("is not started a second time where nothing but its process is left to be seen", async () => {
    const { url } = await start();
    const [pidFile, socketLock] = await Promise.all(lockFilePaths().map((path) => readFile(path, "utf8")));
    for (const path of [...lockFilePaths(), join(dataDir, ".s.PGSQL.5432")])
      await rename(path, `${path}.kept`);
    await expect(startEmbedded(dataDir)).rejects.toThrow("shared memory block");
    for (const path of [...lockFilePaths(), join(dataDir, ".s.PGSQL.5432")])
      await rename(`${path}.kept`, path);
    expect(await Promise.all(lockFilePaths().map((path) => readFile(path, "utf8")))).toEqual([
      pidFile,
      socketLock,
    ]);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("names the process that runs in the folder and does not answer", async () => {
    await start();
    const socket = join(dataDir, ".s.PGSQL.5432");
    await rename(socket, `${socket}.kept`);
    const words = `PostgreSQL is running in ${join(dataDir, "postgres")} (process ${await pidOf()})`;
    await expect(startEmbedded(dataDir)).rejects.toThrow(words);
    await rename(`${socket}.kept`, socket);
  });

  it("says in one sentence that another PostgreSQL made the folder", async () => {
    await (await startEmbedded(dataDir)).stop();
    await writeFile(join(dataDir, "postgres/PG_VERSION"), "17\n");
    const words = `The data in ${join(dataDir, "postgres")} was made by PostgreSQL 17, and this Porchlight brings PostgreSQL 18: please start the version of Porchlight that made it, or set DATA_DIR to another folder.`;
    await expect(startEmbedded(dataDir)).rejects.toThrow(new Error(words));
  });

  it("is made anew when making it was cut off half way", async () => {
    await (await startEmbedded(dataDir)).stop();
    await rm(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres.new-999999999"), "rubble");
    const { url } = await start();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).not.toContain("postgres.new-999999999");
  });

  it("is made once when two servers start on a new folder together", async () => {
    const starts = [startInAnotherProcess(), startInAnotherProcess()];
    const started = (await Promise.all(starts)).filter(({ exitCode }) => exitCode === null);
    for (const child of started) child.kill("SIGKILL");
    await start();
    expect(started.length).toBe(1);
  });

  it("works below a folder whose name is too long for a socket", async () => {
    dataDir = join(root, "a-name-that-goes-on-".repeat(6));
    const { url } = await start();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("asks for a password where it has to listen on a port, as on Windows", async () => {
    const { url } = await start("win32");
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    const withoutPassword = url.replace(/:[0-9a-f]+@/, ":wrong@");
    await expect(query(withoutPassword, "select 1 as one")).rejects.toThrow("password authentication failed");
  });
});
