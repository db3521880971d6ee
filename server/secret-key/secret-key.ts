// The server's key lives beside the database's folder and never in the database, which knows only its fingerprint.
import { hkdfSync, randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, makeDataFolder } from "../config/writable-folder.ts";
import type { Db } from "../db/schema.ts";

export interface SecretKey {
  readonly file: string;
  readonly key: Buffer;
  /** Whether it was there before this start. */
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

const proposalOf = (file: string): string => `${file}.new`;

/** On the disk before the database hears of it. Of servers that start at once on one folder one succeeds. */
async function propose(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  const handle = await open(draft, "w", 0o600);
  await handle.writeFile(randomBytes(32).toString("hex"));
  await handle.sync();
  await handle.close();
  await link(draft, proposalOf(file)).catch((error) => {
    // Some file systems have no links.
    if (!hasCode(error, "EEXIST")) return rename(draft, proposalOf(file));
  });
  await rm(draft, { force: true });
}

/** Reads the key, or makes one that `claimDatabase` keeps. */
export async function readSecretKey(dataDir: string): Promise<SecretKey> {
  makeDataFolder(dataDir);
  const file = join(dataDir, "secret.key");
  for (;;) {
    const kept = await readIfThere(file);
    if (kept !== undefined) return { file, key: parse(file, kept), isKept: true };
    const proposed = await readIfThere(proposalOf(file));
    if (proposed !== undefined) return { file, key: parse(proposalOf(file), proposed), isKept: false };
    await propose(file);
  }
}

async function keep(file: string): Promise<void> {
  await rename(proposalOf(file), file).catch(async (error) => {
    // Another server that started at once has kept it.
    if ((await readIfThere(file)) === undefined) throw error;
  });
}

function refusal({ file, isKept }: SecretKey): Error {
  const problem = isKept
    ? `The key in ${file} is not the one that this database is used with`
    : `There is no key in ${file}, but this database is used with one`;
  return new Error(
    `${problem}, and without that one neither invitations nor calendar addresses can be read. Please restore secret.key from your backup, or copy it from another server of this database.`,
  );
}

/** An empty database takes any key; one that was filled before it knew its key, any that was there already. */
async function claim(db: Db, { key, isKept }: SecretKey): Promise<boolean> {
  const fingerprint = Buffer.from(hkdfSync("sha256", key, "", "fingerprint", 32));
  const isFilled = await db.selectFrom("people").select("id").limit(1).executeTakeFirst();
  if (isKept || !isFilled) {
    const only = db.insertInto("secret_key").values({ fingerprint });
    await only.onConflict((conflict) => conflict.doNothing()).execute();
  }
  const kept = await db.selectFrom("secret_key").select("fingerprint").executeTakeFirst();
  return kept?.fingerprint.equals(fingerprint) === true;
}

/** Binds the database to the key on the first start; refuses any other key from then on. */
export async function claimDatabase(db: Db, secret: SecretKey): Promise<void> {
  if (await claim(db, secret)) {
    if (!secret.isKept) await keep(secret.file);
    return;
  }
  if (!secret.isKept) await rm(proposalOf(secret.file), { force: true });
  throw refusal(secret);
}
