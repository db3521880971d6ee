import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

export interface Secrets {
  /** A keyed hash, for short secrets such as a code of six digits, and for files. */
  mac(text: string | Buffer): Buffer;
  /** The same on all cells, for what goes on working after a family has moved. On any other server it is `mac`. */
  sharedMac(text: string): Buffer;
  /** Encrypts with AES-256-GCM. The result is a nonce of 12 bytes, a tag of 16 bytes, then the text. */
  seal(text: string | Buffer): Buffer;
  open(sealed: Buffer): string;
  openBytes(sealed: Buffer): Buffer;
}

/** Makes 128 random bits that are safe in a URL. */
export const randomCode = (): string => randomBytes(16).toString("base64url");

/** Hashes secrets that are long and random, so that a stolen database opens nothing. */
export const fingerprint = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Compares two secrets in constant time. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(fingerprint(one), fingerprint(other));

const derive = (key: Buffer | string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", purpose, 32));

/** `cellsSecret` is what this server shares with other cells. It is empty where there are none. */
export function secretsFrom(key: Buffer, cellsSecret = ""): Secrets {
  const macKey = derive(key, "mac");
  const sealKey = derive(key, "seal");
  const sharedMacKey = cellsSecret ? derive(cellsSecret, "shared mac") : macKey;
  function openBytes(sealed: Buffer): Buffer {
    const decipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  }
  return {
    openBytes,
    open: (sealed) => openBytes(sealed).toString("utf8"),
    mac: (text) => createHmac("sha256", macKey).update(text).digest(),
    sharedMac: (text) => createHmac("sha256", sharedMacKey).update(text).digest(),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      const body = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
  };
}
