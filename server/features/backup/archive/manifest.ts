// The description that every archive contains. docs/operate/backup.md has the format for people who open one by hand.
import { createHash } from "node:crypto";
import * as z from "zod/mini";

/** Increased when older versions cannot read the new format. In the first one, the bytes of all files are in their rows. */
export const archiveFormat = 2;

const count = z.number().check(z.int(), z.nonnegative());
const content = { bytes: count, sha256: z.string() };

const TableContents = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  ...content,
});

const MediaContents = z.object({
  /** Where the bytes of pictures and voice messages are: in this archive, or in the folder beside it. */
  place: z.enum(["inside", "beside"]),
  files: count,
  bytes: count,
  /** The keys of files that the bucket had lost when the backup was made. */
  lost: z.array(z.string()),
});

export const Manifest = z.object({
  format: z.literal([1, archiveFormat]),
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
  media: z._default(MediaContents, { place: "inside", files: 0, bytes: 0, lost: [] }),
});

export type Manifest = z.infer<typeof Manifest>;
export type MediaContents = z.infer<typeof MediaContents>;
export type TableContents = z.infer<typeof TableContents>;

export const manifestName = "manifest.json";
export const keyName = "secret.key";
/** The key of the files in the folder beside the archive. */
export const mediaKeyName = "media.key";

/** Whether an entry is a picture or voice message. Its name is its key. */
export const isMedia = (name: string): boolean => name.startsWith("media/");

const keyInRow = /(?<=\t)media\/[0-9a-f]{64}(?=[\t\n])/g;

/** The keys in rows of the table `media`, in COPY's format. No other column has such a value. */
export const keysIn = (rows: Uint8Array): string[] =>
  Buffer.from(rows.buffer, rows.byteOffset, rows.length).toString("latin1").match(keyInRow) ?? [];

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
