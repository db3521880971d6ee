// Checks an archive against its manifest.
import { isDeepStrictEqual } from "node:util";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { pendingMigrations, readMigrations } from "#server/platform/db/migrate.ts";
import { type ArchiveSource, readArchive } from "./archive-file.ts";
import { archiveFormat, keyName, Manifest, manifestName, Tally, tableOfPart } from "./manifest.ts";

export interface VerifiedArchive {
  readonly manifest: Manifest;
  readonly key: Buffer;
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

  add(name: string, content: Uint8Array): void {
    const table = tableOfPart(name);
    const [tallies, key] = table === undefined ? [this.#files, name] : [this.#tables, table];
    tallies.set(key, (tallies.get(key) ?? new Tally()).add(content));
  }

  /** An empty table has no part in the archive. */
  isWhatIsSaid({ tables, files }: Manifest): boolean {
    const found = tables.map(({ name, columns }) => {
      const tally = this.#tables.get(name) ?? new Tally();
      return { name, columns, rows: tally.rows, ...tally.contents };
    });
    const isComplete = [...this.#tables.keys()].every((name) => tables.some((table) => table.name === name));
    const foundFiles = [...this.#files].map(([name, tally]) => ({ name, ...tally.contents }));
    return isComplete && isDeepStrictEqual(found, tables) && isDeepStrictEqual(foundFiles, files);
  }
}

/** Called with each part of a table, in the order of the archive. */
export type OnRows = (table: string, rows: Uint8Array) => Promise<void>;

/** Reads the whole archive. The rows passed to `onRows` can be trusted only once this has ended without an error. */
export async function readVerified(source: ArchiveSource, onRows?: OnRows): Promise<VerifiedArchive> {
  const { file, signal } = source;
  const contents = new Contents();
  let manifest: Manifest | undefined;
  let key: Buffer | undefined;
  for await (const { name, content } of readArchive(source)) {
    signal?.throwIfAborted();
    if (name === manifestName) {
      manifest = parseManifest(file, Buffer.from(content).toString("utf8"));
      continue;
    }
    contents.add(name, content);
    if (name === keyName) key = Buffer.from(Buffer.from(content).toString("utf8"), "hex");
    const table = tableOfPart(name);
    if (table !== undefined) await onRows?.(table, content);
  }
  if (!manifest || !key || !contents.isWhatIsSaid(manifest))
    throw new Refused(`${file} does not hold what its manifest says. Please use another backup.`);
  return { manifest, key };
}

/** Refuses an archive that is damaged, or whose data this version could not restore. */
export async function verifyArchive(source: ArchiveSource): Promise<VerifiedArchive> {
  const verified = await readVerified(source);
  const { file } = source;
  pendingMigrations(verified.manifest.migrations, await readMigrations(), {
    unreleased: `${file} was written by a Porchlight from before the first release, and this version cannot read it. Please restore it with the version that wrote it.`,
    newer: (name) =>
      `${file} was written by a newer Porchlight (it has ${name}). Please use that version or a later one.`,
    edited: (name) =>
      `${file} was written by a Porchlight whose ${name} differs from the one here. Please restore it with the version that wrote it.`,
  });
  return verified;
}
