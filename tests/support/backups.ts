import { rm } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Manifest } from "#server/features/backup/archive/manifest.ts";
import { PassphraseKey } from "#server/features/backup/archive/passphrase-key.ts";
import { type Backup, backUp } from "#server/features/backup/backup/backup.ts";
import { restore } from "#server/features/backup/restore/restore.ts";
import type { Storage } from "#server/platform/config/config.ts";
import { claimDatabase, keepKey, readSecretKey } from "#server/platform/db/secret-key.ts";
import { emptyDatabase } from "./database.ts";
import { newFolder } from "./folder.ts";
import { serverKey, type TestServer } from "./server.ts";

export const passphrase = "porch swing in the evening";

/** Writes archives that cost little to read, because deriving a key takes most of a test's backup and restore. */
export const cheapKey = (): PassphraseKey => new PassphraseKey(passphrase, 10);

/** A backup for each release, which every later version has to be able to use. */
export const releasesFolder = join(import.meta.dirname, "../releases");

/** A folder that is removed when the test is done. */
export async function temporaryFolder(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Puts the server's key into `dataDir` and binds the database to it, as a start does. */
export async function keepServerKey({ database }: TestServer, dataDir: string): Promise<void> {
  await keepKey(dataDir, serverKey);
  await claimDatabase(database.kysely, await readSecretKey(dataDir));
}

/** A backup as `npm run backup` makes it, without a bucket. */
export const inOneFile = { mediaPlace: "inside", bucket: undefined } as const;

/** Backs the server up into a new file in `folder`, which also has its key. */
export async function backUpServer(
  server: TestServer,
  folder: string,
  name = "backup",
): Promise<Backup & { file: string }> {
  const file = join(folder, name);
  const createdAt = server.clock.now();
  const { databaseUrl } = server;
  const request = {
    ...inOneFile,
    databaseUrl,
    dataDir: folder,
    file,
    passphrase,
    key: cheapKey(),
    createdAt,
  };
  return { file, ...(await backUp(request)) };
}

/** The options of a restore, and a function that removes its result. */
export interface Place extends Storage {
  readonly databaseUrl: string;
  remove(): Promise<void>;
}

async function newPlace(): Promise<Place> {
  const [database, folder] = await Promise.all([emptyDatabase(), newFolder()]);
  return {
    databaseUrl: database.url,
    dataDir: join(folder, "data"),
    pgBin: undefined,
    async remove() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database and no folder yet, until the test is done. */
export async function emptyStorage(): Promise<Place> {
  const place = await newPlace();
  onTestFinished(() => place.remove());
  return place;
}

/** Restores into a new database, which the caller removes. */
export async function restoreElsewhere(file: string): Promise<Place & { manifest: Manifest }> {
  const place = await newPlace();
  return { ...place, manifest: await restore(place, { file, passphrase }) };
}
