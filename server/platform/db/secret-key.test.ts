import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "#server/platform/db/connect.ts";
import { cloneDatabase } from "#tests/support/database.ts";
import { claimDatabase, readSecretKey } from "./secret-key.ts";

let database: Database;
let folder: string;

const newFolder = async () => {
  const made = await mkdtemp(join(tmpdir(), "porchlight-key-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
};

beforeEach(async () => {
  const clone = await cloneDatabase();
  database = await connect(clone.url);
  folder = await newFolder();
  onTestFinished(async () => {
    await database.close();
    await clone.drop();
  });
});

const start = async (dataDir = folder) => claimDatabase(database.kysely, await readSecretKey(dataDir));
const keyIn = (dataDir: string) => readFile(join(dataDir, "secret.key"), "utf8");
const addPerson = () =>
  sql`insert into people (username, created_at, named_at) values ('Rose', now(), now())`.execute(
    database.kysely,
  );

test("the first start makes a key that only its owner can read, and later starts keep it", async () => {
  await start();
  const key = await keyIn(folder);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  await start();
  expect(await keyIn(folder)).toBe(key);
  expect(await readdir(folder)).toEqual(["secret.key"]);
});

test("servers that start at the same time on one folder have one key", async () => {
  await Promise.all([start(), start(), start()]);
  await start();
});

test("a server that starts a little later than others does not replace the key that they store", async () => {
  const [first, second] = [await readSecretKey(folder), await readSecretKey(folder)];
  await claimDatabase(database.kysely, first);
  const key = await keyIn(folder);
  // Simulates a third server, which found neither a key nor a proposal and now proposes a different key.
  await writeFile(join(folder, "secret.key.new"), "ab".repeat(32));
  await claimDatabase(database.kysely, second);
  expect(await keyIn(folder)).toBe(key);
  await start();
});

test("a lost key is not replaced: the start is refused, again and again, until it is restored", async () => {
  await start();
  await addPerson();
  const kept = join(folder, "kept");
  await rename(join(folder, "secret.key"), kept);
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(start()).rejects.toThrow(/There is no key in .*secret\.key.* restore secret\.key/);
    expect(await readdir(folder)).toEqual(["kept"]);
  }
  await rename(kept, join(folder, "secret.key"));
  await start();
});

test("of two servers on one database with different keys, the second is refused", async () => {
  await start();
  const other = await newFolder();
  await writeFile(join(other, "secret.key"), "ab".repeat(32));
  await expect(start(other)).rejects.toThrow(/The key in .* is not the one .* copy it from another server/);
  await expect(start(await newFolder())).rejects.toThrow("There is no key in");
});

test("a database from before it knew its key accepts the existing key, and no new one", async () => {
  await addPerson();
  await expect(start()).rejects.toThrow("There is no key in");
  await writeFile(join(folder, "secret.key"), "cd".repeat(32));
  await start();
  await writeFile(join(folder, "secret.key"), "ef".repeat(32));
  await expect(start()).rejects.toThrow("is not the one that this database is used with");
});

test("a start is completed that was killed after the database knew the key and before the key was stored", async () => {
  const { key } = await readSecretKey(folder);
  await claimDatabase(database.kysely, { file: join(folder, "elsewhere"), key, isKept: true });
  await start();
  expect(await keyIn(folder)).toBe(key.toString("hex"));
});

test("a damaged key is named", async () => {
  await writeFile(join(folder, "secret.key"), "ab");
  await expect(start()).rejects.toThrow("is damaged: it must hold 64 hexadecimal digits");
});
