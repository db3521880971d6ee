// The description that every archive contains. docs/operate/backup.md has the format for people who open one by hand.
import { createHash } from "node:crypto";
import * as z from "zod/mini";

/** Increased when older versions cannot read the new format. */
export const archiveFormat = 1;

const count = z.number().check(z.int(), z.nonnegative());
const content = { bytes: count, sha256: z.string() };

const TableContents = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  ...content,
});

export const Manifest = z.object({
  format: z.literal(archiveFormat),
  /** The version of Porchlight. */
  version: z.string(),
  /** The version of PostgreSQL that the backup was made from. */
  postgresql: z.string(),
  /** The time of the snapshot. */
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(TableContents),
  /** Values are strings because they can exceed 2^53. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string(), ...content })),
});

export type Manifest = z.infer<typeof Manifest>;
export type TableContents = z.infer<typeof TableContents>;

export const manifestName = "manifest.json";
export const keyName = "secret.key";

const maxParts = 999_999;

/** A table's rows come in parts, because the size of an entry of a tar file is written before its content. */
export function partName(table: string, part: number): string {
  if (part > maxParts) throw new Error(`The table ${table} is too large for a backup.`);
  return `tables/${table}/${String(part).padStart(6, "0")}.copy`;
}

/** The table that an entry belongs to, or undefined for other files. */
export const tableOfPart = (name: string): string | undefined =>
  /^tables\/([^/]+)\/\d{6}\.copy$/.exec(name)?.[1];

const newline = 0x0a;

function countLines(content: Uint8Array): number {
  let lines = 0;
  for (let at = content.indexOf(newline); at >= 0; at = content.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/** Counts what goes into an archive, and what comes out of it. */
export class Tally {
  readonly #sha256 = createHash("sha256");
  #bytes = 0;
  #lines = 0;

  add(content: Uint8Array): this {
    this.#sha256.update(content);
    this.#bytes += content.length;
    this.#lines += countLines(content);
    return this;
  }

  /** COPY writes one line for each row, because it escapes line breaks in values. */
  get rows(): number {
    return this.#lines;
  }

  /** Ends the count. */
  get contents(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#sha256.copy().digest("hex") };
  }
}
