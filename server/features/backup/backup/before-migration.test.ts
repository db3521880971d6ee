import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { migrate, migrationsFolder } from "#server/platform/db/migrate.ts";
import { keepServerKey, passphrase, temporaryFolder } from "#tests/support/backups.ts";
import { emptyDatabase, onServer } from "#tests/support/database.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { ownFolderName } from "../archive/file-names.ts";
import { readVerified } from "../archive/verify.ts";
import { backUpBeforeMigration } from "./before-migration.ts";

const server = useServer();
const later = "900-later.sql";

/** Our migrations and one more. */
let migrations = "";
let dataDir = "";
let backups = "";
const lines: string[] = [];

beforeEach(async () => {
  const folder = await temporaryFolder();
  migrations = join(folder, "migrations");
  await cp(migrationsFolder, migrations, { recursive: true });
  await writeFile(join(migrations, later), "create table later (id int);");
  [dataDir, backups] = [join(folder, "data"), join(folder, "backups")];
  await keepServerKey(server(), dataDir);
  await signUp(server());
  lines.length = 0;
});

const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);

/** Starts to migrate as a server with these settings does. */
function migrateWith(env: Record<string, string>, url = server().databaseUrl): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  const world = { ...server().world, config, log };
  return migrate(url, migrations, (names) => backUpBeforeMigration(world, names));
}

async function isMigrated(): Promise<boolean> {
  const { kysely } = server().database;
  const { rows } = await sql`select from migrations where name = ${later}`.execute(kysely);
  return rows.length > 0;
}

async function undo(): Promise<void> {
  await onServer(server().databaseUrl, `drop table later; delete from migrations where name = '${later}'`);
}

test("a database with people is backed up before it is migrated, without what the migration adds", async () => {
  await migrateWith({ BACKUP_DIR: backups, BACKUP_PASSPHRASE: passphrase });
  onTestFinished(undo);
  expect(await isMigrated()).toBe(true);
  const made = async () => (await readdir(backups)).filter((name) => name !== "media");
  const [file = "none", ...others] = await made();
  expect(others).toEqual([]);
  const { manifest } = await readVerified({ file: join(backups, file), passphrase });
  expect(manifest.migrations.map(({ name }) => name)).not.toContain(later);
  expect(manifest.tables.find(({ name }) => name === "people")?.rows).toBeGreaterThan(0);
  await migrateWith({ BACKUP_DIR: backups, BACKUP_PASSPHRASE: passphrase });
  expect(await made()).toEqual([file]);
});

test("a backup that fails keeps the migration from starting", async () => {
  await writeFile(backups, "not a folder");
  await expect(migrateWith({ BACKUP_DIR: backups, BACKUP_PASSPHRASE: passphrase })).rejects.toThrow(
    "The backup before the migration failed, so nothing was migrated.",
  );
  expect(await isMigrated()).toBe(false);
  await rm(backups);
});

test("a server with its own database keeps such a backup beside it, which its key opens", async () => {
  await migrateWith({});
  onTestFinished(undo);
  expect(await isMigrated()).toBe(true);
  const own = join(dataDir, ownFolderName);
  const name = (await readdir(own)).find((each) => each.endsWith(".age")) ?? "none";
  const key = await readFile(join(dataDir, "secret.key"), "utf8");
  const { manifest } = await readVerified({ file: join(own, name), passphrase: key });
  expect(manifest.migrations.map((each) => each.name)).not.toContain(later);
});

test("with another's database and without BACKUP_DIR, the log says that there is no backup of before", async () => {
  await migrateWith({ DATABASE_URL: server().databaseUrl });
  onTestFinished(undo);
  expect(await isMigrated()).toBe(true);
  expect(lines.join("")).toContain("BACKUP_DIR is not set, so the database is migrated without a backup");
});

test("a new database needs no backup", async () => {
  const empty = await emptyDatabase();
  await migrateWith({ BACKUP_DIR: backups, BACKUP_PASSPHRASE: passphrase }, empty.url);
  await empty.drop();
  expect(lines).toEqual([]);
  await expect(readdir(backups)).rejects.toThrow("ENOENT");
});
