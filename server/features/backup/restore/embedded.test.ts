import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { backUp } from "#server/features/backup/backup/backup.ts";
import { reachEmbedded } from "#server/platform/db/embedded.ts";
import {
  backUpServer,
  cheapKey,
  emptyStorage,
  inOneFile,
  keepServerKey,
  passphrase,
  temporaryFolder,
} from "#tests/support/backups.ts";
import { copyCluster, query, start, stopAll, useFolder } from "#tests/support/embedded.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { serverKey, useServer } from "#tests/support/server.ts";
import { restore } from "./restore.ts";

const server = useServer();
const folder = useFolder();
let file = "";

beforeAll(async () => {
  await reyesFamily(server());
  await keepServerKey(server(), folder("data"));
  ({ file } = await backUpServer(server(), folder("data")));
});
afterEach(stopAll);

const names = (url: string) => query(url, "select username from people order by id");

test("a server moves from DATABASE_URL to the embedded database and back, also while it runs", {
  tags: "extended",
}, async () => {
  const people = await names(server().databaseUrl);
  expect(people).toHaveLength(3);
  const dataDir = folder("embedded");
  await restore({ dataDir, databaseUrl: undefined, pgBin: undefined }, { file, passphrase });
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toBe(serverKey.toString("hex"));

  const stopped = await reachEmbedded(dataDir);
  expect(await names(stopped.url)).toEqual(people);
  await stopped.stop();
  const running = await start(dataDir);
  const beside = await reachEmbedded(dataDir);
  const back = { file: folder("back"), passphrase, key: cheapKey() };
  await backUp({ ...inOneFile, ...back, databaseUrl: beside.url, dataDir, createdAt: new Date() });
  await beside.stop();
  expect(await names(running.url)).toEqual(people);

  // Once more into the folder of a server that was stopped.
  await stopAll();
  const again = restore({ dataDir, databaseUrl: undefined, pgBin: undefined }, { file, passphrase });
  await expect(again).rejects.toThrow(/is not empty: .* Please set DATA_DIR to an empty folder\.$/);

  const storage = await emptyStorage();
  // The key stays in its folder, and matches both databases.
  await restore({ ...storage, dataDir }, back);
  expect(await names(storage.databaseUrl)).toEqual(people);
});

test("a restore into a folder that another server uses is refused, and the folder stays as it is", {
  tags: "extended",
}, async () => {
  const dataDir = folder("used");
  await copyCluster(dataDir);
  const { url } = await start(dataDir);
  const before = await readdir(dataDir);
  const storage = { dataDir, databaseUrl: undefined, pgBin: undefined };
  await expect(restore(storage, { file, passphrase })).rejects.toThrow(
    "Another Porchlight is already running",
  );
  expect(await readdir(dataDir)).toEqual(before);
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a restore that fails leaves an empty folder empty, and no folder where there was none", async () => {
  // These programs cannot start PostgreSQL.
  const pgBin = await temporaryFolder();
  const script = "#!/bin/sh\n[ \"$1\" = --version ] && echo 'postgres (PostgreSQL) 18.4'\nexit 1\n";
  for (const name of ["postgres", "initdb"]) await writeFile(join(pgBin, name), script, { mode: 0o755 });
  for (const isThere of [true, false]) {
    const dataDir = folder(`failed-${isThere}`);
    if (isThere) await mkdir(dataDir);
    const storage = { dataDir, databaseUrl: undefined, pgBin };
    await expect(restore(storage, { file, passphrase })).rejects.toThrow("Nothing was restored");
    expect(existsSync(dataDir)).toBe(isThere);
    if (isThere) expect(await readdir(dataDir)).toEqual([]);
  }
});

test("where there is no database, nothing is backed up, and none is made", async () => {
  const dataDir = await temporaryFolder();
  await expect(reachEmbedded(dataDir)).rejects.toThrow(`There is no database in ${dataDir}.`);
  expect(await readdir(dataDir)).toEqual([]);
});
