// Checks an archive against its manifest.
import { isDeepStrictEqual } from "node:util";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { pendingMigrations, readMigrations } from "#server/platform/db/migrate.ts";
import { contentKeyOf } from "#server/platform/media/content-key.ts";
import { secretsFrom } from "#server/platform/secrets.ts";
import { type ArchivedFile, type ArchiveSource, readArchive } from "./archive-file.ts";
import {
  archiveFormat,
  isMedia,
  keyName,
  Manifest,
  manifestName,
  mediaKeyName,
  Tally,
  tableOfPart,
} from "./manifest.ts";
import { BesideCheck } from "./media-check.ts";
import type { MediaKeys } from "./media-folder.ts";

export interface VerifiedArchive {
  readonly manifest: Manifest;
  readonly key: Buffer;
  /** Opens the files in the folder beside the archive, if they are there. */
  readonly identity: string | undefined;
}

function parseManifest(file: string, text: string): Manifest {
  const json: unknown = JSON.parse(text);
  const parsed = Manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const isNewer =
    typeof json === "object" && json !== null && "format" in json && Number(json.format) > archiveFormat;
  if (isNewer)
    throw new Refused(`${file} was written by a newer Porchlight. Please use that version or a later one.`);
  throw new Refused(`${file} is not a backup of Porchlight: its manifest cannot be read.`);
}

class Contents {
  readonly #tables = new Map<string, Tally>();
  readonly #files = new Map<string, Tally>();
  #mediaFiles = 0;
  #mediaBytes = 0;

  add(name: string, content: Uint8Array): void {
    const table = tableOfPart(name);
    const [tallies, key] = table === undefined ? [this.#files, name] : [this.#tables, table];
    tallies.set(key, (tallies.get(key) ?? new Tally()).add(content));
  }

  addMedia(content: Uint8Array): void {
    this.#mediaFiles += 1;
    this.#mediaBytes += content.length;
  }

  /** An empty table has no part in the archive. */
  isWhatIsSaid({ tables, files, media }: Manifest): boolean {
    const found = tables.map(({ name, columns }) => {
      const tally = this.#tables.get(name) ?? new Tally();
      return { name, columns, rows: tally.rows, ...tally.contents };
    });
    const isComplete = [...this.#tables.keys()].every((name) => tables.some((table) => table.name === name));
    const foundFiles = [...this.#files].map(([name, tally]) => ({ name, ...tally.contents }));
    const inside = media.place === "inside" ? [media.files, media.bytes] : [0, 0];
    return (
      isComplete &&
      isDeepStrictEqual(found, tables) &&
      isDeepStrictEqual(foundFiles, files) &&
      isDeepStrictEqual([this.#mediaFiles, this.#mediaBytes], inside)
    );
  }
}

/** Gets what is in an archive, in its order. All of it can be trusted only once the archive was read without an error. */
export interface Receiver {
  /** A part of a table. `keys` has what the archive has named before. */
  onRows?(table: string, rows: Uint8Array, keys: Partial<MediaKeys>): Promise<void>;
  /** A picture or voice message that is inside. */
  onMedia?(key: string, bytes: Buffer): Promise<void>;
}

class Reading {
  readonly keys: { serverKey?: Buffer; identity?: string } = {};
  manifest: Manifest | undefined;
  readonly contents = new Contents();
  readonly #file: string;
  readonly #receiver: Receiver;

  constructor(file: string, receiver: Receiver) {
    this.#file = file;
    this.#receiver = receiver;
  }

  async take({ name, content }: ArchivedFile): Promise<void> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    if (name === manifestName) this.manifest = parseManifest(this.#file, bytes.toString("utf8"));
    else if (isMedia(name)) await this.#takeMedia(name, bytes);
    else await this.#takeOther(name, bytes);
  }

  async #takeMedia(name: string, bytes: Buffer): Promise<void> {
    const { serverKey } = this.keys;
    // The count will not be what the manifest says.
    if (!serverKey || contentKeyOf(secretsFrom(serverKey), bytes) !== name) return;
    this.contents.addMedia(bytes);
    await this.#receiver.onMedia?.(name, bytes);
  }

  async #takeOther(name: string, bytes: Buffer): Promise<void> {
    this.contents.add(name, bytes);
    if (name === keyName) this.keys.serverKey = Buffer.from(bytes.toString("utf8"), "hex");
    if (name === mediaKeyName) this.keys.identity = bytes.toString("utf8").trim();
    const table = tableOfPart(name);
    if (table !== undefined) await this.#receiver.onRows?.(table, bytes, this.keys);
  }
}

/** Reads the whole archive, and nothing of what is beside it. */
export async function readVerified(source: ArchiveSource, receiver: Receiver = {}): Promise<VerifiedArchive> {
  const { file, signal } = source;
  const reading = new Reading(file, receiver);
  for await (const entry of readArchive(source)) {
    signal?.throwIfAborted();
    await reading.take(entry);
  }
  const { manifest, keys, contents } = reading;
  if (!manifest || !keys.serverKey || !contents.isWhatIsSaid(manifest))
    throw new Refused(`${file} does not hold what its manifest says. Please use another backup.`);
  return { manifest, key: keys.serverKey, identity: keys.identity };
}

/** Refuses an archive that is damaged, whose files beside it are, or whose data this version could not restore. */
export async function verifyArchive(source: ArchiveSource): Promise<VerifiedArchive> {
  const { file } = source;
  const beside = new BesideCheck(file);
  const verified = await readVerified(source, beside);
  pendingMigrations(verified.manifest.migrations, await readMigrations(), {
    unreleased: `${file} was written by a Porchlight from before the first release, and this version cannot read it. Please restore it with the version that wrote it.`,
    newer: (name) =>
      `${file} was written by a newer Porchlight (it has ${name}). Please use that version or a later one.`,
    edited: (name) =>
      `${file} was written by a Porchlight whose ${name} differs from the one here. Please restore it with the version that wrote it.`,
  });
  beside.refuseProblems(verified.manifest.media);
  return verified;
}
