// What an archive says about itself. docs/backup.md has the format for those who open one by hand.
import * as z from "zod/mini";

/** Raised when an older version could no longer read what this one writes. */
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

/** The table that an entry belongs to; none for the other files. */
export const tableOfPart = (name: string): string | undefined =>
  /^tables\/([^/]+)\/\d{6}\.copy$/.exec(name)?.[1];
