import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { listInvitations } from "#contract/invitations.ts";
import { addSample } from "#dev/sandbox/sample/sample.ts";
import { createApp } from "#server/app.ts";
import type { ArchiveSource } from "#server/features/backup/archive/archive-file.ts";
import { backUp } from "#server/features/backup/backup/backup.ts";
import { listSequences, listTables, withSession } from "#server/features/backup/database-session.ts";
import { connect } from "#server/platform/db/connect.ts";
import { migrate, migrationsFolder } from "#server/platform/db/migrate.ts";
import { claimDatabase, readKeptKey, readSecretKey } from "#server/platform/db/secret-key.ts";
import {
  backUpServer,
  cheapKey,
  emptyStorage,
  inOneFile,
  keepServerKey,
  passphrase,
  restoreElsewhere,
  temporaryFolder,
} from "#tests/support/backups.ts";
import { Client } from "#tests/support/client.ts";
import { cloneDatabase, dumpOf, emptyDatabase, onServer } from "#tests/support/database.ts";
import { useFolder } from "#tests/support/embedded.ts";
import { invite, signUp } from "#tests/support/people.ts";
import { serverKey, startServer, useServer } from "#tests/support/server.ts";
import { restore } from "./restore.ts";

const server = useServer();
const folder = useFolder();
let file = "";
let restored: Awaited<ReturnType<typeof restoreElsewhere>>;

beforeAll(async () => {
  await addSample(server().world, createApp);
  const anna = await signUp(server(), { name: "Anna Miller" });
  await invite(anna, "grandparent", "Rose");
  // A value that is larger than a part of an archive, with everything that COPY escapes.
  await sql`update families set name = repeat(E'tab\\t, line\\n, backslash \\\\, null \\\\N, grandma 👵 ', 60000) where id = ${anna.familyId}`.execute(
    server().database.kysely,
  );
  await keepServerKey(server(), folder("data"));
  ({ file } = await backUpServer(server(), folder("data")));
  restored = await restoreElsewhere(file);
  return restored.remove;
});

const linesOf = async (url: string): Promise<string[]> => {
  const database = await connect(url);
  return (await dumpOf(database.kysely).finally(() => database.close())).split("\n").sort();
};
const tablesIn = (url: string) => withSession(url, listTables);

describe("a database restored from a backup", () => {
  test("has every row and every sequence as before", async () => {
    const { databaseUrl } = restored;
    const lines = await linesOf(databaseUrl);
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines).toEqual(await linesOf(server().databaseUrl));
    const sequences = await withSession(databaseUrl, listSequences);
    expect(sequences.some(({ isCalled }) => isCalled)).toBe(true);
    expect(sequences).toEqual(await withSession(server().databaseUrl, listSequences));
  });

  test("has the same constraints and triggers as a database that was never restored", async () => {
    const { databaseUrl } = restored;
    const rulesOf = (url: string) =>
      withSession(url, async (client) => {
        const { rows } = await client.query<{ rule: string }>(`
          select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) as rule
          from pg_constraint where connamespace = 'public'::regnamespace
          union all
          select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
          order by 1`);
        return rows.map(({ rule }) => rule);
      });
    const rules = await rulesOf(databaseUrl);
    expect(rules.some((rule) => rule.includes("FOREIGN KEY"))).toBe(true);
    expect(rules).toEqual(await rulesOf(server().databaseUrl));
  });

  test("lets people sign in with their old password, and decrypts what the key encrypted", async () => {
    const { databaseUrl, dataDir } = restored;
    expect(await readKeptKey(dataDir)).toEqual(serverKey);
    expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
    const other = await startServer({ databaseUrl });
    onTestFinished(() => other.stop());
    await claimDatabase(other.database.kysely, await readSecretKey(dataDir));
    const client = new Client(other.url);
    const body = { username: "Anna Reyes", password: "annas-garden" };
    client.token = (await client.call(login, { body })).token;
    const { user } = await client.call(getStatus);
    expect(user.username).toBe("Anna Reyes");
    const params = { familyId: user.familyId ?? 0 };
    const codes = (await client.call(listInvitations, { params })).map(({ inviteCode }) => inviteCode);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every((code) => /^[\w-]{22}$/.test(code))).toBe(true);
  });

  test("is migrated to the newest schema when an older version wrote it", async () => {
    const older = await emptyDatabase();
    onTestFinished(() => older.drop());
    const names = (await readdir(migrationsFolder)).sort();
    const before = join(await temporaryFolder(), "migrations");
    await mkdir(before);
    for (const name of names.slice(0, -1)) await copyFile(join(migrationsFolder, name), join(before, name));
    await migrate(older.url, before);
    const [request, storage] = [
      { ...inOneFile, dataDir: folder("data"), passphrase, createdAt: new Date() },
      await emptyStorage(),
    ];
    const archive = { ...request, file: folder("older"), databaseUrl: older.url, key: cheapKey() };
    await backUp(archive);
    const manifest = await restore(storage, archive);
    expect(manifest.migrations.map(({ name }) => name)).toEqual(names.slice(0, -1));
    expect(await tablesIn(storage.databaseUrl)).toEqual(await tablesIn(server().databaseUrl));
    await migrate(storage.databaseUrl);
  });
});

describe("a restore is refused and leaves everything as it was", () => {
  /** Backs up a database without people after running `statement` in it. */
  async function backUpAfter(statement: string): Promise<ArchiveSource> {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    await onServer(database.url, statement);
    const archive = { file: join(await temporaryFolder(), "backup"), passphrase, key: cheapKey() };
    await backUp({
      ...inOneFile,
      ...archive,
      databaseUrl: database.url,
      dataDir: folder("data"),
      createdAt: new Date(),
    });
    return archive;
  }

  test("if a newer version wrote the backup", async () => {
    const newer = await backUpAfter("insert into migrations (name, checksum) values ('999-later.sql', '')");
    const storage = await emptyStorage();
    await expect(restore(storage, newer)).rejects.toThrow(
      `${newer.file} was written by a newer Porchlight (it has 999-later.sql). Please use that version or a later one.`,
    );
    expect(await tablesIn(storage.databaseUrl)).toEqual([]);
  });

  test("if a version from before the first release wrote the backup", async () => {
    const older = await backUpAfter("insert into migrations values ('002-invitations.sql', '')");
    const storage = await emptyStorage();
    await expect(restore(storage, older)).rejects.toThrow(
      `${older.file} was written by a Porchlight from before the first release, and this version cannot read it.`,
    );
    expect(await tablesIn(storage.databaseUrl)).toEqual([]);
  });

  test("if the database is in use", async () => {
    const before = await linesOf(restored.databaseUrl);
    const words = "The database of DATABASE_URL is not empty: it holds the table";
    await expect(restore(restored, { file, passphrase })).rejects.toThrow(words);
    expect(await linesOf(restored.databaseUrl)).toEqual(before);
  });

  test("if the folder has the key of another server", async () => {
    const storage = await emptyStorage();
    await mkdir(storage.dataDir);
    await writeFile(join(storage.dataDir, "secret.key"), "ab".repeat(32));
    await expect(restore(storage, { file, passphrase })).rejects.toThrow(
      "holds the key of another Porchlight",
    );
    expect(await tablesIn(storage.databaseUrl)).toEqual([]);
  });

  test("if the folder for an embedded database is not empty", async () => {
    const dataDir = await temporaryFolder();
    await writeFile(join(dataDir, "letters.txt"), "Dear Rose");
    const storage = { dataDir, databaseUrl: undefined, pgBin: undefined };
    await expect(restore(storage, { file, passphrase })).rejects.toThrow(
      `${dataDir} is not empty: it holds letters.txt.`,
    );
    expect(await readdir(dataDir)).toEqual(["letters.txt"]);
  });

  test("if rows contradict each other", async () => {
    const archive = await backUpAfter(`
      alter table families disable trigger all;
      alter table memberships disable trigger all;
      insert into memberships (family_id, person_id, role, joined_at) values (1, 999999, 'child', now())`);
    const storage = await emptyStorage();
    await expect(restore(storage, archive)).rejects.toThrow("Nothing was restored");
    expect(await tablesIn(storage.databaseUrl)).toEqual([]);
    expect(await readKeptKey(storage.dataDir)).toBeUndefined();
  });
});
