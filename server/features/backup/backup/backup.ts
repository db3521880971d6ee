// Writes one archive with the database, the key, the media unless they are beside it, and a manifest.
import { existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Client } from "pg";
import { Refused } from "#server/features/personal-data/refusals.ts";
import type { BucketSettings } from "#server/platform/config/media.ts";
import { onConnection } from "#server/platform/db/one-connection.ts";
import { fingerprintOf, readKeptKey } from "#server/platform/db/secret-key.ts";
import { lockForCopying } from "#server/platform/media/copying.ts";
import { secretsFrom } from "#server/platform/secrets.ts";
import packageJson from "../../../../package.json" with { type: "json" };
import { type AddFile, type ArchiveSource, writeArchive } from "../archive/archive-file.ts";
import { mediaListOf, unfinishedName } from "../archive/file-names.ts";
import {
  archiveFormat,
  keyName,
  type Manifest,
  type MediaContents,
  manifestName,
  mediaKeyName,
  partName,
  type TableContents,
  Tally,
} from "../archive/manifest.ts";
import type { MediaKeys } from "../archive/media-folder.ts";
import { mediaIdentityOf } from "../archive/media-identity.ts";
import { syncFolder } from "../archive/new-file.ts";
import { PassphraseKey } from "../archive/passphrase-key.ts";
import { readVerified } from "../archive/verify.ts";
import { hasKeys, type Table, withSession } from "../database-session.ts";
import { type CopiedMedia, copyBeside, copyInside } from "./copy-media.ts";
import { giveKeys } from "./give-keys.ts";
import { listUsedTables, type Snapshot, withSnapshot } from "./snapshot.ts";

export interface BackupRequest extends ArchiveSource {
  readonly databaseUrl: string;
  /** The folder of the key. */
  readonly dataDir: string;
  readonly createdAt: Date;
  /** Whether pictures and voice messages are in the file, or in a folder beside it that backups share. */
  readonly mediaPlace: MediaContents["place"];
  /** The settings of the bucket, if there is one. */
  readonly bucket: BucketSettings | undefined;
}

export interface Backup {
  readonly manifest: Manifest;
  readonly bytes: number;
  /** What the pictures and voice messages take in the folder beside the file. */
  readonly mediaBytes: number;
  /** How many of them had been there, and were missing or damaged. */
  readonly repaired: number;
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
async function readKeyOf(dataDir: string, client: Client): Promise<Buffer> {
  const kept = await readKeptKey(dataDir);
  const { rows } = await client.query<{ fingerprint: Buffer }>("select fingerprint from secret_key");
  if (kept && rows.every(({ fingerprint }) => fingerprint.equals(fingerprintOf(kept)))) return kept;
  const problem = kept
    ? `The key in ${dataDir} is not the one that this database is used with`
    : `There is no key in ${dataDir}`;
  throw new Refused(
    `${problem}, and a backup without it would be of no use. Please set DATA_DIR to the folder with the server's secret.key.`,
  );
}

/** Returns what was copied of pictures and voice messages. */
async function addAll(
  addFile: AddFile,
  snapshot: Snapshot,
  keys: MediaKeys,
  { createdAt, signal, mediaPlace, bucket, file }: BackupRequest,
): Promise<CopiedMedia> {
  const add: AddFile = (name, content) => {
    signal?.throwIfAborted();
    return addFile(name, content);
  };
  const files: Manifest["files"] = [];
  const addKey = async (name: string, text: string) => {
    const content = Buffer.from(text);
    await add(name, content);
    files.push({ name, ...new Tally().add(content).contents });
  };
  await addKey(keyName, keys.serverKey.toString("hex"));
  if (mediaPlace === "beside") await addKey(mediaKeyName, `${keys.identity}\n`);
  const tables: TableContents[] = [];
  for (const table of snapshot.tables) tables.push(await addTable(add, snapshot, table));
  const source = { snapshot, keys, bucket, signal };
  const media = await (mediaPlace === "beside" ? copyBeside(source, file) : copyInside(source, add));
  const manifest: Manifest = {
    format: archiveFormat,
    version: packageJson.version,
    postgresql: snapshot.postgresql,
    createdAt: createdAt.toISOString(),
    migrations: [...snapshot.migrations],
    tables,
    sequences: [...snapshot.sequences],
    files,
    media: media.contents,
  };
  await add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  return media;
}

export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Refused(`${file} is there already. Please choose another name.`);
}

interface Writing {
  readonly client: Client;
  readonly unfinished: string;
  readonly key: PassphraseKey;
}

async function writeSnapshot(
  { client, unfinished, key }: Writing,
  request: BackupRequest,
): Promise<CopiedMedia> {
  const tables = await listUsedTables(client);
  const serverKey = await readKeyOf(request.dataDir, client);
  const keys = { serverKey, identity: mediaIdentityOf(serverKey) };
  const db = onConnection(client);
  if (hasKeys(tables)) await giveKeys(db, secretsFrom(serverKey));
  // Until the session ends, and so until the archive has its name.
  await lockForCopying.execute(db);
  return await withSnapshot(client, (snapshot) =>
    writeArchive(unfinished, key, (add) => addAll(add, snapshot, keys, request)),
  );
}

/** Writes and verifies an archive. `file` appears only when both are done. */
export async function backUp(request: BackupRequest): Promise<Backup> {
  const { databaseUrl, file, passphrase, key = new PassphraseKey(passphrase) } = request;
  refuseExisting(file);
  const unfinished = unfinishedName(file);
  try {
    return await withSession(databaseUrl, async (client) => {
      const { folderBytes, repaired } = await writeSnapshot({ client, unfinished, key }, request);
      const { manifest } = await readVerified({ ...request, file: unfinished, key });
      const { size: bytes } = await stat(unfinished);
      refuseExisting(file);
      await rename(unfinished, file);
      await syncFolder(dirname(file));
      return { manifest, bytes, mediaBytes: folderBytes, repaired };
    });
  } catch (error) {
    await rm(unfinished, { force: true });
    if (request.mediaPlace === "beside" && !existsSync(file))
      await rm(mediaListOf(file), { force: true }).catch(() => {});
    throw error;
  }
}
