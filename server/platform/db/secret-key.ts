// The server's key lives beside the database's folder and never in the database, which knows only its fingerprint.
import { hkdfSync, randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, makeDataFolder } from "#server/platform/config/writable-folder.ts";
import type { Db } from "./schema.ts";

export interface SecretKey {
  readonly file: string;
  readonly key: Buffer;
  /** Whether the file existed before this start. */
  readonly isKept: boolean;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function parse(file: string, text: string): Buffer {
  const key = Buffer.from(text, "hex");
  if (key.length !== 32) throw new Error(`${file} is damaged: it must hold 64 hexadecimal digits.`);
  return key;
}

const keyFile = (dataDir: string): string => join(dataDir, "secret.key");

const proposalOf = (file: string): string => `${file}.new`;

/** Writes the whole key or nothing. An existing file stays as it is. */
async function place(file: string, key: Buffer): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    const handle = await open(draft, "w", 0o600);
    try {
      await handle.writeFile(key.toString("hex"));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch(async (error) => {
      // Some file systems have no hard links.
      if (!hasCode(error, "EEXIST") && (await readIfThere(file)) === undefined) await rename(draft, file);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Reads the key, or proposes one, which `claimDatabase` then stores. The proposal is on disk before the database
 * hears of it, and servers that start at once on one folder share it.
 */
export async function readSecretKey(dataDir: string): Promise<SecretKey> {
  makeDataFolder(dataDir);
  const file = keyFile(dataDir);
  for (;;) {
    const proposed = await readIfThere(proposalOf(file));
    // The proposal is read second. If there is a key, the proposal can only be left over from a slower server.
    const kept = await readIfThere(file);
    if (kept !== undefined) return { file, key: parse(file, kept), isKept: true };
    if (proposed !== undefined) return { file, key: parse(proposalOf(file), proposed), isKept: false };
    await place(proposalOf(file), randomBytes(32));
  }
}

/** Returns the key in the folder, if there is one. Unlike `readSecretKey`, this changes nothing. */
export async function readKeptKey(dataDir: string): Promise<Buffer | undefined> {
  const file = keyFile(dataDir);
  const kept = await readIfThere(file);
  return kept === undefined ? undefined : parse(file, kept);
}

/** Returns the key in the folder, or throws if there is none. */
export async function readKeptSecretKey(dataDir: string): Promise<SecretKey> {
  const key = await readKeptKey(dataDir);
  if (key) return { file: keyFile(dataDir), key, isKept: true };
  throw new Error(`There is no server's key in ${dataDir}. Please set DATA_DIR to the folder of the server.`);
}

/** Stores the key of a backup, unless there is a key already. */
export async function keepKey(dataDir: string, key: Buffer): Promise<void> {
  makeDataFolder(dataDir);
  await place(keyFile(dataDir), key);
}

async function keep({ file, key }: SecretKey): Promise<void> {
  await place(file, key);
  await rm(proposalOf(file), { force: true });
}

function refusal({ file, isKept }: SecretKey): Error {
  const problem = isKept
    ? `The key in ${file} is not the one that this database is used with`
    : `There is no key in ${file}, but this database is used with one`;
  return new Error(
    `${problem}, and without that one neither invitations nor calendar addresses can be read. Please restore secret.key from your backup, or copy it from another server of this database.`,
  );
}

/** The fingerprint that the database stores of its key. */
export const fingerprintOf = (key: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", "fingerprint", 32));

/**
 * An empty database accepts any key. A database with data but without a fingerprint accepts only a key that existed
 * before this start.
 */
async function claim(db: Db, { key, isKept }: SecretKey): Promise<boolean> {
  const fingerprint = fingerprintOf(key);
  const isFilled = await db.selectFrom("people").select("id").limit(1).executeTakeFirst();
  if (isKept || !isFilled) {
    const only = db.insertInto("secret_key").values({ fingerprint });
    await only.onConflict((conflict) => conflict.doNothing()).execute();
  }
  const kept = await db.selectFrom("secret_key").select("fingerprint").executeTakeFirst();
  return kept?.fingerprint.equals(fingerprint) === true;
}

/** Binds the database to the key on the first start, and refuses any other key afterwards. */
export async function claimDatabase(db: Db, secret: SecretKey): Promise<void> {
  if (await claim(db, secret)) {
    if (!secret.isKept) await keep(secret);
    return;
  }
  if (!secret.isKept) await rm(proposalOf(secret.file), { force: true });
  throw refusal(secret);
}
