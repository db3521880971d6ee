import { randomBytes } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Decrypter } from "age-encryption";
import { unpackTar } from "modern-tar";
import { Client } from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { verifyArchive } from "#server/features/backup/archive/verify.ts";
import { insertMedia } from "#server/platform/media/queries.ts";
import { cheapKey, inOneFile, keepServerKey, passphrase, temporaryFolder } from "#tests/support/backups.ts";
import { emptyDatabase } from "#tests/support/database.ts";
import { query } from "#tests/support/embedded.ts";
import { serverKey, useServer } from "#tests/support/server.ts";
import { backUp } from "./backup.ts";

const server = useServer();
let folder = "";
let dataDir = "";
let request: Parameters<typeof backUp>[0];

beforeEach(async () => {
  [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  await keepServerKey(server(), dataDir);
  const { databaseUrl, clock } = server();
  request = {
    ...inOneFile,
    databaseUrl,
    dataDir,
    file: join(folder, "backup"),
    passphrase,
    createdAt: clock.now(),
  };
});

test("a backup is one file for its owner only, has the same picture once, and says what it contains", async () => {
  const { kysely } = server().database;
  const picture = randomBytes(1_000);
  for (let count = 0; count < 2; count++) await insertMedia(kysely, null, picture);
  onTestFinished(async () => void (await kysely.deleteFrom("media").execute()));
  const { manifest, bytes } = await backUp(request);
  expect(await readdir(folder)).toEqual(["backup"]);
  expect(await stat(request.file)).toMatchObject({ size: bytes, mode: 0o100600 });
  expect(await readFile(request.file, "latin1")).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
  expect(manifest).toMatchObject({ format: 2, createdAt: "2026-11-20T13:05:00.000Z" });
  expect(manifest.postgresql).toMatch(/^\d+\.\d+/);
  expect(manifest.tables.length).toBeGreaterThan(20);
  expect(manifest.media).toEqual({ place: "inside", files: 1, bytes: 1_000, lost: [] });
  expect((await verifyArchive(request)).manifest).toEqual(manifest);
});

test("any implementation of age opens a backup with its passphrase", async () => {
  await backUp(request);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const tar = gunzipSync(await decrypter.decrypt(await readFile(request.file)));
  const files = await unpackTar(tar);
  const key = files.find(({ header }) => header.name === "secret.key");
  expect(Buffer.from(key?.data ?? []).toString("utf8")).toBe(serverKey.toString("hex"));
  expect(files.at(-1)?.header.name).toBe("manifest.json");
});

describe("no file is left", () => {
  test("of a backup that is interrupted", async () => {
    const signal = AbortSignal.abort(new Error("Interrupted."));
    await expect(backUp({ ...request, key: cheapKey(), signal })).rejects.toThrow("Interrupted.");
    expect(await readdir(folder)).toEqual([]);
  });

  test("of a backup whose database disappears", async () => {
    const other = new Client({ connectionString: server().databaseUrl });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("begin; lock table people");
    const backingUp = expect(backUp(request)).rejects.toThrow(/terminat/);
    // On a connection without a transaction, because within one pg_stat_activity stays as it was at first.
    const end = () =>
      query(
        server().databaseUrl,
        `select pg_terminate_backend(pid) as ended from pg_locks join pg_stat_activity using (pid)
        where application_name = 'porchlight backup' and datname = current_database() and not granted`,
      );
    await expect.poll(end).toEqual([{ ended: true }]);
    await backingUp;
    expect(await readdir(folder)).toEqual([]);
  });

  test("of a backup when another one finished first, and the other file stays", async () => {
    await writeFile(request.file, "another");
    await expect(backUp(request)).rejects.toThrow(
      `${request.file} is there already. Please choose another name.`,
    );
    expect(await readFile(request.file, "utf8")).toBe("another");
    expect(await readdir(folder)).toEqual(["backup"]);
  });
});

describe("there is no backup", () => {
  test("without the server's key", async () => {
    await expect(backUp({ ...request, dataDir: folder })).rejects.toThrow(`There is no key in ${folder}`);
  });

  test("with the key of another server", async () => {
    await writeFile(join(dataDir, "secret.key"), "ab".repeat(32));
    await expect(backUp(request)).rejects.toThrow(`The key in ${dataDir} is not the one`);
  });

  test("of a database that was never used", async () => {
    const empty = await emptyDatabase();
    onTestFinished(() => empty.drop());
    await expect(backUp({ ...request, databaseUrl: empty.url })).rejects.toThrow(
      "There is nothing to back up",
    );
  });

  test("in a folder that does not exist", async () => {
    const file = join(folder, "nowhere", "backup");
    await expect(backUp({ ...request, key: cheapKey(), file })).rejects.toThrow(
      `No backup can be written in ${join(folder, "nowhere")}`,
    );
  });
});
