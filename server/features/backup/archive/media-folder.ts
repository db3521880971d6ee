// The files of the folder `media` beside the daily backups: each picture and voice message once, encrypted by age, under a
// name that follows from its bytes.
import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { hasCode } from "#server/platform/config/writable-folder.ts";
import { contentKeyOf } from "#server/platform/media/content-key.ts";
import { type Secrets, secretsFrom } from "#server/platform/secrets.ts";
import { mediaFileOf, unfinishedName } from "./file-names.ts";
import { syncFolder, writeNewFile, writingIn } from "./new-file.ts";

const headerBytes = 184;
const chunkBytes = 65_536;
const tagBytes = 16;

/** The size of a file that age has encrypted for one X25519 recipient. */
export const encryptedSize = (size: number): number =>
  headerBytes + size + tagBytes * Math.max(1, Math.ceil(size / chunkBytes));

export interface MediaKeys {
  readonly serverKey: Buffer;
  readonly identity: string;
}

type Found = Buffer | "missing" | "damaged";

export class MediaFolder {
  readonly folder: string;
  readonly #secrets: Secrets;
  readonly #decrypter = new Decrypter();
  readonly #encrypter: Promise<Encrypter>;
  /** The folders with files that are not safe on the disk yet. */
  readonly #written = new Set<string>();

  constructor(folder: string, { serverKey, identity }: MediaKeys) {
    this.folder = folder;
    this.#secrets = secretsFrom(serverKey);
    this.#decrypter.addIdentity(identity);
    this.#encrypter = identityToRecipient(identity).then((recipient) => {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return encrypter;
    });
  }

  /** Looks at a file without reading it. */
  async look(key: string, size: number): Promise<"whole" | "missing" | "damaged"> {
    const file = await this.#ifThere(stat(this.#fileOf(key)));
    if (!file) return "missing";
    return file.size === encryptedSize(size) ? "whole" : "damaged";
  }

  async read(key: string): Promise<Found> {
    return await this.#readFile(this.#fileOf(key), key);
  }

  /** The file appears under its name only when it is complete and verified. */
  async write(key: string, bytes: Buffer): Promise<void> {
    const file = this.#fileOf(key);
    const unfinished = unfinishedName(file);
    const encrypted = await (await this.#encrypter).encrypt(bytes);
    try {
      await writingIn(this.folder, async () => {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeNewFile(unfinished, (handle) => handle.writeFile(encrypted));
        if (!(await this.#isWhole(unfinished, key)))
          throw new Error(`${unfinished} does not hold what was written to it.`);
        await rename(unfinished, file);
      });
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
    this.#written.add(dirname(file));
  }

  /** Resolves when everything that was written is safe on the disk. */
  async sync(): Promise<void> {
    for (const folder of this.#written) await syncFolder(folder);
    await syncFolder(this.folder);
    this.#written.clear();
  }

  #fileOf(key: string): string {
    return join(this.folder, mediaFileOf(key));
  }

  async #ifThere<Result>(reading: Promise<Result>): Promise<Result | undefined> {
    try {
      return await reading;
    } catch (cause) {
      if (hasCode(cause, "ENOENT")) return undefined;
      throw new Refused(
        `The pictures and voice messages in ${this.folder} cannot be read. May Porchlight read them?`,
        { cause },
      );
    }
  }

  async #readFile(file: string, key: string): Promise<Found> {
    const encrypted = await this.#ifThere(readFile(file));
    if (!encrypted) return "missing";
    const plain = await this.#decrypter.decrypt(encrypted).catch(() => undefined);
    if (!plain) return "damaged";
    const bytes = Buffer.from(plain.buffer, plain.byteOffset, plain.length);
    return contentKeyOf(this.#secrets, bytes) === key ? bytes : "damaged";
  }

  async #isWhole(file: string, key: string): Promise<boolean> {
    return typeof (await this.#readFile(file, key)) !== "string";
  }
}
