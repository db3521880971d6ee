import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { projectFile } from "#server/platform/project-files.ts";

export const migrationsFolder = projectFile("server/platform/db/migrations");

// The number is arbitrary, but every server must use the same.
const lockKey = 7_042_026;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that a database has, as its table `migrations` names it. */
export type Applied = Pick<Migration, "name" | "checksum">;

/** Two changes that were made side by side can take the same number. Their order would then depend on their names. */
function refuseSharedNumbers(names: readonly string[]): void {
  const byNumber = Map.groupBy(names, (name) => name.split("-")[0]);
  const shared = [...byNumber.values()].find(({ length }) => length > 1);
  if (shared)
    throw new Error(
      `The migrations ${shared.join(" and ")} have the same number. Please give the newer one the next free number.`,
    );
}

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  refuseSharedNumbers(names);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: hash("sha256", sql) };
    }),
  );
}

/** While a session holds this, no other one migrates the database. */
export const lockMigrations = (client: Client): Promise<unknown> =>
  client.query("select pg_advisory_lock($1)", [lockKey]);

export const unlockMigrations = (client: Client): Promise<unknown> =>
  client.query("select pg_advisory_unlock($1)", [lockKey]);

export async function createMigrationsTable(client: Client): Promise<void> {
  await client.query(`create table if not exists migrations
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
}

export async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>("select name, checksum from migrations order by name");
  return rows;
}

/** Runs in the transaction of the caller. */
export async function applyMigration(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
  } catch (error) {
    throw new Error(`The migration ${name} failed and left nothing behind.`, { cause: error });
  }
}

async function applyAlone(client: Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await applyMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

// Every database from before the first release has this migration. A released version never has it.
const unreleasedMigration = "002-invitations.sql";

/** The errors for data from before the first release, for a migration that this code does not have, and for an edited one. */
interface Refusals {
  readonly unreleased: string;
  readonly newer: (name: string) => string;
  readonly edited: (name: string) => string;
}

/** Returns the migrations that are still to be applied. Older code could damage the data in tables that it does not know. */
export function pendingMigrations(
  applied: readonly Applied[],
  migrations: readonly Migration[],
  refusals: Refusals,
): Migration[] {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  if (applied.some(({ name }) => name === unreleasedMigration)) throw new Error(refusals.unreleased);
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown) throw new Error(refusals.newer(unknown.name));
  const edited = applied.find(({ name, checksum }) => known.get(name) !== checksum);
  if (edited) throw new Error(refusals.edited(edited.name));
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

const refusals: Refusals = {
  unreleased:
    "This database was made by a Porchlight from before the first release, and this version cannot read it. Nothing was changed. Please set DATA_DIR or DATABASE_URL to an empty place, or go on with the version that made it.",
  newer: (name) =>
    `This database was used by a newer Porchlight (it has ${name}). Please start that version or a later one.`,
  edited: (name) => `The migration ${name} was edited after it was applied. Please write a new one.`,
};

/** Runs before data is migrated, with the names of the migrations. If it fails, nothing is migrated. */
export type BeforeMigration = (migrations: readonly string[]) => Promise<void>;

async function hasPeople(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>("select to_regclass('people') as name");
  return rows[0]?.name != null && (await client.query("select from people limit 1")).rows.length > 0;
}

async function applyAll(
  client: Client,
  migrations: readonly Migration[],
  before: BeforeMigration,
): Promise<void> {
  // A role's own limit is meant for requests, not for a migration or for waiting until another server has migrated.
  await client.query("set statement_timeout = 0");
  await lockMigrations(client);
  await createMigrationsTable(client);
  const findPending = async () => pendingMigrations(await readApplied(client), migrations, refusals);
  let pending = await findPending();
  if (pending.length > 0 && (await hasPeople(client))) {
    // A backup waits for the same lock. Another server may migrate meanwhile.
    await unlockMigrations(client);
    await before(pending.map(({ name }) => name));
    await lockMigrations(client);
    pending = await findPending();
  }
  for (const migration of pending) await applyAlone(client, migration);
}

async function withMigrations(
  url: string,
  folder: string,
  use: (client: Client, migrations: readonly Migration[]) => Promise<void>,
): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "porchlight migrations",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await use(client, migrations);
  } finally {
    await client.end();
  }
}

/** Runs the missing migrations, each in one transaction, on one server at a time. */
export const migrate = (
  url: string,
  folder = migrationsFolder,
  before: BeforeMigration = async () => {},
): Promise<void> => withMigrations(url, folder, (client, migrations) => applyAll(client, migrations, before));

/** Refuses a database that this version would have to migrate first, and changes nothing. Commands beside a server use it. */
export const refuseOtherSchema = (url: string): Promise<void> =>
  withMigrations(url, migrationsFolder, async (client, migrations) => {
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('migrations') is not null as "isThere"`,
    );
    const applied = rows[0]?.isThere ? await readApplied(client) : [];
    if (pendingMigrations(applied, migrations, refusals).length === 0) return;
    throw new Error(
      "The database is not ready for this version of Porchlight. Please start the server with it first.",
    );
  });
