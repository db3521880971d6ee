// Writes one archive with the database, the key, and a manifest.
import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { type Applied, lockMigrations, readApplied, unlockMigrations } from "#server/platform/db/migrate.ts";
import { fingerprintOf, readKeptKey } from "#server/platform/db/secret-key.ts";
import packageJson from "../../../../package.json" with { type: "json" };
import { type AddFile, type ArchiveSource, writeArchive } from "../archive/archive-file.ts";
import {
  archiveFormat,
  keyName,
  type Manifest,
  manifestName,
  partName,
  type TableContents,
  Tally,
} from "../archive/manifest.ts";
import { PassphraseKey } from "../archive/passphrase-key.ts";
import { readVerified } from "../archive/verify.ts";
import { listSequences, listTables, type Sequence, type Table, withSession } from "../database-session.ts";
import { unfinishedName } from "./file-names.ts";

/** The whole database at one moment. */
export interface Snapshot {
  readonly postgresql: string;
  readonly migrations: readonly Applied[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  /** Identifies the server's key that the database is used with. */
  readonly keyFingerprint: Buffer | undefined;
  /** Rows in COPY's text format, which every version of PostgreSQL reads. */
  rowsOf(table: Table): AsyncIterable<Buffer>;
}

/** Locks every table, so that no migration changes one before it is read. Other reads and writes continue. */
async function beginSnapshot(client: Client): Promise<Table[]> {
  await lockMigrations(client);
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === "migrations"))
    throw new Refused("There is nothing to back up: this database was never used by Porchlight.");
  await client.query("begin isolation level repeatable read read only");
  await client.query(
    `lock table ${tables.map(({ name }) => escapeIdentifier(name)).join(", ")} in access share mode`,
  );
  await unlockMigrations(client);
  return tables;
}

async function readSnapshot(client: Client): Promise<Snapshot> {
  const tables = await beginSnapshot(client);
  const migrations = await readApplied(client);
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const keys = await client.query<{ fingerprint: Buffer }>("select fingerprint from secret_key");
  return {
    postgresql: rows[0]?.version ?? "",
    migrations,
    tables,
    // Sequences are not part of the snapshot. They may be ahead of the rows by now, but never behind.
    sequences: await listSequences(client),
    keyFingerprint: keys.rows[0]?.fingerprint,
    rowsOf({ name, columns }) {
      const list = columns.map((column) => escapeIdentifier(column)).join(", ");
      return client.query(copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout`));
    },
  };
}

/** Shows the data as it was at the beginning for as long as `use` takes, while others go on writing. */
const withSnapshot = <Result>(url: string, use: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
  withSession(url, async (client) => use(await readSnapshot(client)));

export interface BackupRequest extends ArchiveSource {
  readonly databaseUrl: string;
  /** The folder of the key. */
  readonly dataDir: string;
  readonly createdAt: Date;
}

export interface Backup {
  readonly manifest: Manifest;
  readonly bytes: number;
}

const partBytes = 1024 * 1024;
const newline = 0x0a;

/** Each part ends with a complete row, so that it can be loaded on its own. */
async function* inParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows) {
    chunks.push(chunk);
    bytes += chunk.length;
    const end = chunk.lastIndexOf(newline) + 1;
    if (bytes < partBytes || end === 0) continue;
    const rest = chunk.subarray(end);
    yield Buffer.concat(chunks, bytes - rest.length);
    chunks = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

async function addTable(add: AddFile, snapshot: Snapshot, table: Table): Promise<TableContents> {
  const tally = new Tally();
  let part = 0;
  for await (const rows of inParts(snapshot.rowsOf(table))) {
    part += 1;
    tally.add(rows);
    await add(partName(table.name, part), rows);
  }
  return { name: table.name, columns: [...table.columns], rows: tally.rows, ...tally.contents };
}

/** An archive with another key would be restored to a server that refuses to start. */
async function readKeyOf(dataDir: string, { keyFingerprint }: Snapshot): Promise<Buffer> {
  const kept = await readKeptKey(dataDir);
  if (kept && (!keyFingerprint || keyFingerprint.equals(fingerprintOf(kept)))) return kept;
  const problem = kept
    ? `The key in ${dataDir} is not the one that this database is used with`
    : `There is no key in ${dataDir}`;
  throw new Refused(
    `${problem}, and a backup without it would be of no use. Please set DATA_DIR to the folder with the server's secret.key.`,
  );
}

async function addAll(
  addFile: AddFile,
  snapshot: Snapshot,
  serverKey: Buffer,
  { createdAt, signal }: BackupRequest,
): Promise<void> {
  const add: AddFile = (name, content) => {
    signal?.throwIfAborted();
    return addFile(name, content);
  };
  const keyFile = Buffer.from(serverKey.toString("hex"));
  await add(keyName, keyFile);
  const tables: TableContents[] = [];
  for (const table of snapshot.tables) tables.push(await addTable(add, snapshot, table));
  const manifest: Manifest = {
    format: archiveFormat,
    version: packageJson.version,
    postgresql: snapshot.postgresql,
    createdAt: createdAt.toISOString(),
    migrations: [...snapshot.migrations],
    tables,
    sequences: [...snapshot.sequences],
    files: [{ name: keyName, ...new Tally().add(keyFile).contents }],
  };
  await add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}

/** A renamed file is only safe when its folder has been synced. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Refused(`${file} is there already. Please choose another name.`);
}

/** Writes and verifies an archive. `file` appears only when both are done. */
export async function backUp(request: BackupRequest): Promise<Backup> {
  const { databaseUrl, dataDir, file, passphrase, key = new PassphraseKey(passphrase) } = request;
  refuseExisting(file);
  const unfinished = unfinishedName(file);
  try {
    await withSnapshot(databaseUrl, async (snapshot) => {
      const serverKey = await readKeyOf(dataDir, snapshot);
      await writeArchive(unfinished, key, (add) => addAll(add, snapshot, serverKey, request));
    });
    const { manifest } = await readVerified({ ...request, file: unfinished, key });
    const { size: bytes } = await stat(unfinished);
    refuseExisting(file);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return { manifest, bytes };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
