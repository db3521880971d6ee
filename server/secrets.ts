import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface Secrets {
  /** Keyed hash, for short secrets such as a code of six digits. */
  mac(text: string): Buffer;
  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the text. */
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
}

/** 128 random bits, safe in a URL. */
export const randomCode = (): string => randomBytes(16).toString("base64url");

/** For secrets that are long and random themselves: a stolen database opens nothing. */
export const fingerprint = (secret: string): Buffer => hash("sha256", secret, "buffer");

export function secretsFrom(key: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  const macKey = derive("mac");
  const sealKey = derive("seal");
  return {
    mac: (text) => createHmac("sha256", macKey).update(text).digest(),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const cipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, 12));
      cipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]).toString("utf8");
    },
  };
}

/** The server's key lives beside the database's folder and never in the database; made on first start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, "secret.key");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fresh = randomBytes(32).toString("hex");
  // `wx`: of two servers that start at once, one writes and both read the same key.
  await writeFile(file, fresh, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const key = Buffer.from(await readFile(file, "utf8"), "hex");
  if (key.length !== 32) throw new Error(`${file} is damaged: it must hold 64 hexadecimal digits.`);
  return secretsFrom(key);
}
