// Loads the data of an archive into an empty database, in one transaction.
import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Manifest } from "#server/features/backup/archive/manifest.ts";
import type { Receiver, VerifiedArchive } from "#server/features/backup/archive/verify.ts";
import { listSequences, listTables } from "#server/features/backup/database-session.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { applyMigration, createMigrationsTable, type Migration } from "#server/platform/db/migrate.ts";
import { fingerprintOf } from "#server/platform/db/secret-key.ts";
import { loadBeside, loadFile, refuseWithoutBytes } from "./load-media.ts";

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Rows are loaded table by table, so foreign keys are dropped and added again once all rows are there. */
async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  return rows;
}

async function addForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
}

/** Creates the schema that the archive was written with, without rows or anything that acts on new rows. */
async function prepareSchema(
  client: Client,
  { tables }: Manifest,
  migrations: readonly Migration[],
): Promise<ForeignKey[]> {
  await createMigrationsTable(client);
  for (const migration of migrations) await applyMigration(client, migration);
  const made = await listTables(client);
  const expected = tables.map(({ name, columns }) => ({ name, columns }));
  if (!isDeepStrictEqual(made, expected))
    throw new Refused(
      "The tables in this backup are not those that its migrations make, so it cannot be restored.",
    );
  const foreignKeys = await dropForeignKeys(client);
  const names = made.map(({ name }) => escapeIdentifier(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Some migrations insert rows.
  await client.query(`truncate ${names.join(", ")}`);
  return foreignKeys;
}

async function finishSchema(
  client: Client,
  { tables, sequences }: Manifest,
  foreignKeys: readonly ForeignKey[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2, $3)", [escapeIdentifier(name), lastValue, isCalled]);
  const made = await listSequences(client);
  if (!isDeepStrictEqual(made, sequences))
    throw new Refused(
      "The sequences in this backup are not those that its migrations make, so it cannot be restored.",
    );
  for (const { name } of tables)
    await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`);
  await addForeignKeys(client, foreignKeys);
}

/** Resolves when PostgreSQL has stored the rows. */
async function copyInto(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Uint8Array,
): Promise<number> {
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  const copy = client.query(copyFrom(`copy ${escapeIdentifier(table)} (${list}) from stdin`));
  const finished = once(copy, "finish");
  copy.end(rows);
  await finished;
  return copy.rowCount;
}

async function checkKey(client: Client, key: Buffer): Promise<void> {
  const { rows } = await client.query<{ fingerprint: Buffer }>("select fingerprint from secret_key");
  if (rows[0] && !rows[0].fingerprint.equals(fingerprintOf(key)))
    throw new Refused(
      "The key in this backup is not the one that its data is used with, so it cannot be restored.",
    );
}

interface Loading {
  readonly archive: VerifiedArchive;
  readonly migrations: readonly Migration[];
  /** Reads the archive again. */
  readonly read: (receiver: Receiver) => Promise<unknown>;
  /** The folder with the files that are beside the archive. */
  readonly mediaFolder: string;
}

/** Runs in the caller's transaction. It ends with the newest schema, whatever version wrote the archive. */
export async function load(
  client: Client,
  { archive, migrations, read, mediaFolder }: Loading,
): Promise<void> {
  const { manifest, key } = archive;
  const isOfArchive = ({ name }: Migration) => manifest.migrations.some((applied) => applied.name === name);
  const foreignKeys = await prepareSchema(client, manifest, migrations.filter(isOfArchive));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const loaded = new Map<string, number>();
  await read({
    async onRows(table, rows) {
      const count = await copyInto(client, table, tables.get(table)?.columns ?? [], rows);
      loaded.set(table, (loaded.get(table) ?? 0) + count);
    },
    onMedia: (key, bytes) => loadFile(client, key, bytes),
  });
  const isShort = manifest.tables.find(({ name, rows }) => (loaded.get(name) ?? 0) !== rows);
  if (isShort) throw new Refused(`Not all rows of ${isShort.name} could be restored.`);
  await loadBeside(client, archive, mediaFolder);
  await refuseWithoutBytes(client, manifest);
  await finishSchema(client, manifest, foreignKeys);
  await checkKey(client, key);
  for (const migration of migrations.filter((migration) => !isOfArchive(migration)))
    await applyMigration(client, migration);
}
