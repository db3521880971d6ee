// Backups of a server while it is in use, backups on a full disk, interrupted backups, and large ones.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { newFolder, removeFolder, start, stop, withDatabase } from "#bench/processes/porchlight.ts";
import { backUp as backUpDatabase } from "#server/features/backup/backup/backup.ts";
import { reachEmbedded } from "#server/platform/db/embedded.ts";
import { passphrase } from "#tests/support/backups.ts";
import { type CommandResult, runDataCommand } from "#tests/support/data-command.ts";
import { print, secondsSince } from "./figures.ts";
import { countBy, keyOf, type RequestRow, requests } from "./ledger.ts";
import { useServerProcess } from "./server-process.ts";
import { fill, mount, reasonToSkip, unmount } from "./small-disk.ts";
import { startWriters } from "./writers.ts";

const server = useServerProcess();

/** Makes a folder that is removed when the test is done. */
function temporary(): string {
  const folder = newFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function succeed(
  args: readonly string[],
  dataDir: string,
  env = {},
): Promise<CommandResult & { seconds: number }> {
  const startedAt = performance.now();
  const result = await runDataCommand(args, { DATA_DIR: dataDir, ...env });
  expect(result).toMatchObject({ code: 0, complained: "" });
  return { ...result, seconds: secondsSince(startedAt) };
}

/** Backs up the running server. */
async function backUp(): Promise<string> {
  const file = join(temporary(), "porch.tar.gz.age");
  await succeed(["backup", file], server.folder);
  return file;
}

/** Starts a server on a restored folder, as its owner would, and reads its data. */
async function readRestored<Row extends object>(folder: string, statement: string, env = {}): Promise<Row[]> {
  const server = await start(folder, undefined, { env });
  try {
    const headers = { authorization: "Bearer bench-1" };
    const { status } = await fetch(`http://127.0.0.1:${server.port}/api/auth/status`, { headers });
    expect(status).toBe(200);
    return await withDatabase(folder, async (client) => (await client.query<Row>(statement)).rows);
  } finally {
    await stop(server);
  }
}

test("a backup made under eight writers and restored elsewhere loses nothing that was acknowledged before", async () => {
  const writers = startWriters(8, server.port);
  await expect.poll(() => writers.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(500);
  const before = [...writers.acknowledged];
  const file = await backUp();
  const during = writers.acknowledged.size - before.length;
  await writers.stop();
  const folder = join(temporary(), "second");
  await succeed(["restore", file], folder);
  const rows = await readRestored<RequestRow>(folder, requests);
  const kept = new Set(rows.map(keyOf));
  const lost = before.filter((key) => !kept.has(key)).length;
  const invented = [...kept].filter((key) => !writers.acknowledged.has(key)).length;
  const ledger = { lost, duplicates: rows.length - kept.size, invented };
  print("backed up under eight writers", {
    "acknowledged before": before.length,
    "while it was made": during,
    ...ledger,
    "slowest answer (ms)": Math.round(writers.slowestMs()),
  });
  expect(ledger).toEqual({ lost: 0, duplicates: 0, invented: 0 });
  expect(during).toBeGreaterThan(0);
  await server.expectOnly([201], writers);
});

const events = 1_000_000;
const countEvents = "select count(*)::integer as count from manual_events";

/** Adds events, and returns how many there are. */
async function addEvents(): Promise<number> {
  await withDatabase(server.folder, (client) =>
    client.query(`insert into manual_events (family_id, title, starts_on_clock, ends_on_clock, location)
      select n % 400 + 1, 'Lunch with ' || md5(n::text), start, start + interval '1 hour', 'At home'
      from generate_series(1, ${events}) as n, lateral (select timestamp '2026-01-01' + n * interval '1 minute' as start)`),
  );
  return countBy(server.folder, countEvents);
}

describe("a backup with a million events", () => {
  test("is written, verified and restored in bounded memory", async () => {
    const count = await addEvents();
    const file = join(temporary(), "porch.tar.gz.age");
    const written = await succeed(["backup", file], server.folder);
    const verified = await succeed(["verify", file], server.folder);
    const folder = join(temporary(), "second");
    const restored = await succeed(["restore", file], folder);
    const steps = { written, verified, restored };
    const figures = Object.entries(steps).flatMap(([step, { peakMegabytes, seconds }]) => [
      [`${step} (MB)`, peakMegabytes],
      [`${step} (s)`, seconds],
    ]);
    print("a million events", {
      events: count,
      "file (MB)": statSync(file).size / 1e6,
      ...Object.fromEntries(figures),
    });
    for (const { peakMegabytes } of Object.values(steps)) expect(peakMegabytes).toBeLessThan(300);
    expect(await readRestored(folder, countEvents)).toEqual([{ count }]);
  });

  test("is restored after a restore that was killed halfway", async () => {
    const count = await addEvents();
    const file = await backUp();
    const folder = join(temporary(), "second");
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "", BACKUP_PASSPHRASE: passphrase };
    const restoring = spawn(process.execPath, ["dist-server/main.js", "restore", file], {
      env,
      stdio: "ignore",
    });
    const copying =
      "select count(*)::integer as count from pg_stat_activity where query like 'copy \"manual_events\"%'";
    const isCopying = async () =>
      existsSync(join(folder, "postgres")) && (await countBy(folder, copying).catch(() => 0)) > 0;
    await expect.poll(isCopying, { timeout: 60_000, interval: 20 }).toBe(true);
    restoring.kill("SIGKILL");
    await once(restoring, "exit");
    await succeed(["restore", file], folder);
    expect(await readRestored(folder, countEvents)).toEqual([{ count }]);
  });
});

describe("on its own disk", () => {
  const disk = newFolder();
  const canMount = mount(disk, 120);
  afterAll(() => {
    unmount(disk);
    removeFolder(disk);
  });

  test.skipIf(!canMount)(
    `that is full, neither a backup nor a restore leaves anything${reasonToSkip(canMount)}`,
    async () => {
      await addEvents();
      const [file, dataDir] = [await backUp(), join(disk, "second")];
      // At first there is room for the database but not for the rows, and then not even for the database.
      for (const isFull of [false, true]) {
        const makeRoom = isFull ? fill(disk) : () => {};
        const before = readdirSync(disk);
        const restored = await runDataCommand(["restore", file], { DATA_DIR: dataDir });
        expect(restored).toMatchObject({ code: 1, said: "" });
        expect(restored.complained).toMatch(/Nothing was restored|not enough room/);
        expect(readdirSync(disk)).toEqual(before);
        makeRoom();
      }
      const makeRoom = fill(disk, 1_000_000);
      const backedUp = await runDataCommand(["backup", join(disk, "porch")], { DATA_DIR: server.folder });
      expect(backedUp.complained).toBe(
        `\nThe backup failed.\nThere is not enough room on the disk for a backup in ${disk}.\n\n`,
      );
      expect(readdirSync(disk)).toEqual(["ballast"]);
      makeRoom();
    },
  );

  test.skipIf(!canMount)(
    `that is full, a daily backup leaves no half picture, and the next one goes on${reasonToSkip(canMount)}`,
    async () => {
      const files = 100;
      await withDatabase(server.folder, (client) =>
        client.query(`insert into media (bytes, size) select decode(string_agg(md5(random()::text), ''), 'hex'), 160000
          from generate_series(1, ${files}) as file, generate_series(1, 10000) group by file`),
      );
      const database = await reachEmbedded(server.folder);
      const [dataDir, file] = [server.folder, join(disk, "daily.tar.gz.age")];
      const request = { databaseUrl: database.url, dataDir, file, passphrase, createdAt: new Date() };
      const daily = () => backUpDatabase({ ...request, mediaPlace: "beside", bucket: undefined });
      const makeRoom = fill(disk, 8_000_000);
      await expect(daily()).rejects.toThrow(`There is not enough room on the disk for a backup in ${disk}`);
      const left = readdirSync(disk, { recursive: true, encoding: "utf8" });
      expect(left.filter((name) => name.endsWith(".unfinished") || name.includes("daily"))).toEqual([]);
      const copied = left.filter((name) => name.endsWith(".age")).length;
      expect(copied).toBeGreaterThan(10);
      expect(copied).toBeLessThan(files);
      makeRoom();
      const { manifest, repaired } = await daily();
      expect([manifest.media.files, repaired]).toEqual([files, 0]);
      await succeed(["verify", file], dataDir);
      await database.stop();
    },
  );
});

const majors = "/usr/lib/postgresql";
const pgBin = existsSync(majors)
  ? readdirSync(majors)
      .map((major) => join(majors, major, "bin"))
      .find((bin) => existsSync(join(bin, "initdb")))
  : undefined;
const skipped = pgBin ? "" : ` (skipped: there is no PostgreSQL in ${majors})`;

test.skipIf(!pgBin)(
  `a server moves to the machine's own PostgreSQL and back by backup and restore${skipped}`,
  async () => {
    const [there, back] = [join(temporary(), "there"), join(temporary(), "back")];
    const env = { PG_BIN: pgBin ?? "" };
    await succeed(["restore", await backUp()], there, env);
    const version =
      "select current_setting('server_version') as version, count(*)::integer as people from people";
    const [own] = await readRestored<{ version: string; people: number }>(there, version, env);
    const file = join(temporary(), "porch.tar.gz.age");
    await succeed(["backup", file], there, env);
    await succeed(["restore", file], back);
    const [embedded] = await readRestored<{ version: string; people: number }>(back, version);
    print("moved between majors", { from: embedded?.version ?? "", to: own?.version ?? "" });
    expect(own?.people).toBe(2_800);
    expect(embedded?.people).toBe(2_800);
  },
);

/** The program asks on a terminal, which `script` provides. */
const canOpen =
  spawnSync("age", ["--version"]).status === 0 && spawnSync("script", ["--version"]).status === 0;

test.skipIf(!canOpen)(
  `age and tar open a backup without us${canOpen ? "" : " (skipped: age is not installed)"}`,
  async () => {
    const file = await backUp();
    const folder = temporary();
    const tar = join(folder, "porch.tar.gz");
    const age = spawn("script", ["-qec", `age --decrypt --output ${tar} ${file}`, "/dev/null"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    age.stdout.on("data", (shown) => {
      if (/passphrase/i.test(String(shown))) age.stdin.write(`${passphrase}\r`);
    });
    await once(age, "exit");
    expect(spawnSync("tar", ["-xzf", tar, "-C", folder]).status).toBe(0);
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    expect(manifest.tables.length).toBeGreaterThan(20);
    const key = readFileSync(join(folder, "secret.key"), "utf8");
    expect(key).toBe(readFileSync(join(server.folder, "secret.key"), "utf8"));
  },
);
