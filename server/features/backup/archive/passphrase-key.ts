// The passphrase part of the age format (https://age-encryption.org/v1, "The scrypt recipient type"), by Node's own
// scrypt. It blocks no other work, and frees its 128 MB at once. age-encryption handles the rest of the format.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { type Identity, type Recipient, Stanza } from "age-encryption";

type ScryptOptions = { N: number; r: number; p: number; maxmem: number };
const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The minimum that OWASP recommends. The program age uses twice the memory by default. */
const defaultLogN = 17;
/** The maximum that the program age writes on its own. A damaged number must not request all of the memory. */
const maxLogN = 18;

const label = Buffer.from("age-encryption.org/v1/scrypt");
const saltBytes = 16;
const tagBytes = 16;
const algorithm = "chacha20-poly1305";
const zeroNonce = Buffer.alloc(12);

/** Encrypts and decrypts files. A key that was derived for a file is not derived again to read it. */
export class PassphraseKey implements Recipient, Identity {
  readonly #passphrase: string;
  readonly #logN: string;
  readonly #derived = new Map<string, Promise<Buffer>>();

  /** Files are written with this work factor. Each one names its own, with which it is read. */
  constructor(passphrase: string, logN = defaultLogN) {
    this.#passphrase = passphrase;
    this.#logN = String(logN);
  }

  async wrapFileKey(fileKey: Uint8Array): Promise<Stanza[]> {
    const salt = randomBytes(saltBytes).toString("base64").replace(/=+$/, "");
    const key = await this.#derive(salt, this.#logN);
    const cipher = createCipheriv(algorithm, key, zeroNonce, { authTagLength: tagBytes });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza(["scrypt", salt, this.#logN], body)];
  }

  /** Returns null if the passphrase is wrong. */
  async unwrapFileKey(stanzas: readonly Stanza[]): Promise<Buffer | null> {
    const [stanza, other] = stanzas;
    const [type, salt = "", workFactor = ""] = stanza?.args ?? [];
    const isWhole = type === "scrypt" && /^[\w+/]{22}$/.test(salt) && /^[1-9]\d?$/.test(workFactor);
    if (!stanza || other || !isWhole || Number(workFactor) > maxLogN)
      throw new Error("The header is damaged.");
    const key = await this.#derive(salt, workFactor);
    const body = Buffer.from(stanza.body);
    const decipher = createDecipheriv(algorithm, key, zeroNonce, { authTagLength: tagBytes });
    decipher.setAuthTag(body.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      return null;
    }
  }

  #derive(salt: string, workFactor: string): Promise<Buffer> {
    const name = `${salt} ${workFactor}`;
    const [N, r] = [2 ** Number(workFactor), 8];
    const options = { N, r, p: 1, maxmem: 2 * 128 * N * r };
    const key =
      this.#derived.get(name) ??
      deriveBytes(this.#passphrase, Buffer.concat([label, Buffer.from(salt, "base64")]), 32, options);
    this.#derived.set(name, key);
    return key;
  }
}
