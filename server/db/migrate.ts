import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

export const migrationsFolder = join(import.meta.dirname, "migrations");

// The number is arbitrary, but every server must use the same.
const lockKey = 7_042_026;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: hash("sha256", sql) };
    }),
  );
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists migrations
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations",
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`The migration ${name} failed and left nothing behind.`, { cause: error });
  }
}

/** Older code could damage the data in tables that it does not know. */
function refuseNewer(applied: Iterable<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = Array.from(applied).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new Error(
    `This database was used by a newer Porchlight (it has ${unknown}). Please start that version or a later one.`,
  );
}

async function applyAll(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [lockKey]);
  const applied = await readApplied(client);
  refuseNewer(applied.keys(), migrations);
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) await apply(client, migration);
    else if (checksum !== migration.checksum) {
      throw new Error(
        `The migration ${migration.name} was edited after it was applied. Please write a new one.`,
      );
    }
  }
}

/** Runs the missing migrations, each in one transaction, on one server at a time. */
export async function migrate(url: string, folder = migrationsFolder): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url, application_name: "porchlight migrations" });
  client.on("error", () => {});
  await client.connect();
  try {
    await applyAll(client, migrations);
  } finally {
    await client.end();
  }
}
