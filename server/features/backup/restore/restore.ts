// Restores an archive into an empty folder or an empty database, all of it or nothing.
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import type { ArchiveSource } from "#server/features/backup/archive/archive-file.ts";
import { mediaFolderOf, ownFolderName } from "#server/features/backup/archive/file-names.ts";
import type { Manifest } from "#server/features/backup/archive/manifest.ts";
import { PassphraseKey } from "#server/features/backup/archive/passphrase-key.ts";
import {
  type Receiver,
  readVerified,
  type VerifiedArchive,
  verifyArchive,
} from "#server/features/backup/archive/verify.ts";
import { listTables, withSession } from "#server/features/backup/database-session.ts";
import { deletionListName, repeatDeletions } from "#server/features/personal-data/deletion/deletion-list.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import type { Storage } from "#server/platform/config/config.ts";
import { hasCode } from "#server/platform/config/writable-folder.ts";
import { type Embedded, FolderInUse, startEmbedded } from "#server/platform/db/embedded.ts";
import { lockMigrations, type Migration, readMigrations } from "#server/platform/db/migrate.ts";
import { onConnection } from "#server/platform/db/one-connection.ts";
import { keepKey, readKeptKey } from "#server/platform/db/secret-key.ts";
import { load } from "./load.ts";

interface Source extends ArchiveSource {
  readonly archive: VerifiedArchive;
  readonly migrations: readonly Migration[];
}

/** Leftovers of a restore that was killed. Whether the database has tables is checked later. */
const isOfDatabase = (name: string): boolean =>
  /^(postgres|postgres\.\w[\w.-]*|\.s\.PGSQL\..*|lost\+found)$/.test(name);

/** The same key is already there if a server moves from one kind of database to the other. */
async function refuseOtherKey(dataDir: string, key: Buffer): Promise<void> {
  const kept = await readKeptKey(dataDir);
  if (kept && !kept.equals(key))
    throw new Refused(
      `${dataDir} holds the key of another Porchlight. Please set DATA_DIR to an empty folder.`,
    );
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  const mayStay = ["secret.key", deletionListName, ownFolderName];
  const other = names.find((name) => !mayStay.includes(name) && !isOfDatabase(name));
  if (other !== undefined)
    throw new Refused(`${dataDir} is not empty: it holds ${other}. Please set DATA_DIR to an empty folder.`);
}

async function refuseUsedDatabase(client: Client, { databaseUrl, dataDir }: Storage): Promise<void> {
  const [table] = await listTables(client);
  if (!table) return;
  const [place, advice] =
    databaseUrl === undefined
      ? [dataDir, "Please set DATA_DIR to an empty folder."]
      : ["The database of DATABASE_URL", "Please make an empty database, and set DATABASE_URL to it."];
  throw new Refused(`${place} is not empty: it holds the table ${table.name}. ${advice}`);
}

async function loadInto(url: string, storage: Storage, source: Source): Promise<void> {
  const { dataDir } = storage;
  const { archive, migrations } = source;
  await withSession(url, async (client) => {
    await lockMigrations(client);
    await refuseUsedDatabase(client, storage);
    await client.query("begin");
    const read = (receiver: Receiver) => readVerified(source, receiver);
    const mediaFolder = mediaFolderOf(source.file);
    await load(client, { archive, migrations, read, mediaFolder });
    await repeatDeletions(onConnection(client), archive.key, { file: source.file, dataDir });
    // The key is stored before the commit, because a server refuses data without its key.
    await keepKey(dataDir, archive.key);
    await client.query("commit");
    // PostgreSQL would do this later on its own. Until then, queries could be slow.
    await client.query("analyze").catch(() => {});
  });
}

async function removeAdded(folder: string, before: readonly string[]): Promise<void> {
  const added = (await readdir(folder)).filter((name) => !before.includes(name));
  for (const name of added) await rm(join(folder, name), { recursive: true, force: true });
}

/** Leaves the folder as it was unless it contains the data. */
async function loadIntoFolder(storage: Storage, source: Source): Promise<void> {
  const { dataDir, pgBin } = storage;
  const isNewFolder = !existsSync(dataDir);
  const before = isNewFolder ? [] : await readdir(dataDir);
  let embedded: Embedded | undefined;
  try {
    embedded = await startEmbedded(dataDir, { pgBin });
    await loadInto(embedded.url, storage, source);
  } catch (error) {
    await embedded?.stop();
    if (error instanceof FolderInUse) throw error;
    if (isNewFolder) await rm(dataDir, { recursive: true, force: true });
    else await removeAdded(dataDir, before);
    throw error;
  }
  await embedded.stop();
}

const isFull = (error: unknown): boolean =>
  hasCode(error, "ENOSPC", "EDQUOT", "53100") || (error instanceof Error && isFull(error.cause));

export async function refuseUsed(storage: Storage): Promise<void> {
  const { databaseUrl, dataDir } = storage;
  if (databaseUrl === undefined) await refuseUsedFolder(dataDir);
  else await withSession(databaseUrl, (client) => refuseUsedDatabase(client, storage));
}

/**
 * Restores the whole archive, or leaves everything as it was. Returns the archive's manifest. Without the migrations that
 * came later, the database is as the version that wrote the archive had it.
 */
export async function restore(
  storage: Storage,
  from: ArchiveSource,
  migrations?: readonly Migration[],
): Promise<Manifest> {
  const { databaseUrl, dataDir } = storage;
  await refuseUsed(storage);
  const opened = { ...from, key: new PassphraseKey(from.passphrase) };
  const archive = await verifyArchive(opened);
  const source = { ...opened, archive, migrations: migrations ?? (await readMigrations()) };
  await refuseOtherKey(dataDir, archive.key);
  try {
    if (databaseUrl === undefined) await loadIntoFolder(storage, source);
    else await loadInto(databaseUrl, storage, source);
  } catch (error) {
    if (error instanceof Refused || error instanceof FolderInUse) throw error;
    const reason = isFull(error) ? ": there is not enough room on the disk" : "";
    throw new Error(`Nothing was restored${reason}.`, { cause: error });
  }
  return archive.manifest;
}
