// Reads data.json in an uploaded ZIP, line by line. Nothing of the ZIP is unpacked to disk, whatever its paths say.
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { maxImportMegabytes } from "#contract/personal-data/family-import.ts";
import { Invalid, isRefusal, Unavailable } from "#server/platform/errors.ts";

const megabyte = 1024 * 1024;
/** A family with this much data has a ZIP of about a tenth of the size. */
const maxUnpackedBytes = 100 * megabyte;
/** JSON shrinks to a tenth or a twentieth. What shrinks far more says nothing. */
const maxRatio = 200;
/** The shortest rows have a hundred characters. */
const maxLines = 1_000_000;
/** An export has pictures of at most 400 KB. */
const maxFileBytes = 500_000;
/** A family's longest row has some ten thousand characters. */
const maxLineLength = megabyte / 4;
const maxEntries = 10_000;

const tooLarge = () =>
  new Invalid(`This file is larger than ${maxImportMegabytes} MB, so it can't be opened here.`);
const damaged = () => new Invalid("This file is damaged, or it isn't a ZIP. Please download it again.");
const tooMuch = () => new Invalid("This file is too large once it is unpacked.");
const notOurs = () => new Invalid("This isn't a ZIP with a family's data from Porchlight.");

/** An upload that is too long stays open, because otherwise the browser would never hear why it was refused. */
async function* limited(upload: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of upload.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxImportMegabytes * megabyte) throw tooLarge();
    yield chunk;
  }
}

/** Together, they take a gigabyte of the disk at most. */
const maxStored = 20;
let stored = 0;

/** Keeps an upload on disk while it waits and is read, because a ZIP lists its files at its end. */
export async function withStoredUpload<Result>(
  upload: Readable,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  if (stored >= maxStored)
    throw new Unavailable("Many families are being moved right now. Please try again in a minute.");
  stored += 1;
  try {
    return await readFromDisk(upload, read);
  } finally {
    stored -= 1;
  }
}

async function readFromDisk<Result>(
  upload: Readable,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-import-"));
  try {
    const path = join(folder, "upload.zip");
    await pipeline(limited(upload), createWriteStream(path, { mode: 0o600 }));
    return await read(path);
  } finally {
    upload.resume();
    await rm(folder, { recursive: true, force: true });
  }
}

async function findData(zip: ZipFile): Promise<Entry> {
  if (zip.entryCount > maxEntries) throw notOurs();
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (entry.fileName === "data.json") found.push(entry);
  const [data, another] = found;
  if (!data || another || !data.canDecodeFileData()) throw notOurs();
  return data;
}

/** The sizes stated in a ZIP are ignored. Only the bytes that really come out count. */
async function* unpacked(zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Buffer> {
  let [size, checksum] = [0, 0];
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += chunk.length;
    if (size > maxBytes || size > Math.max(megabyte, entry.compressedSize * maxRatio)) throw tooMuch();
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw damaged();
}

/** The lines of each chunk together, because handing over each by itself would take longer than reading it. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [rest, count] = ["", 0];
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    count += lines.length;
    if (count > maxLines) throw tooMuch();
    yield lines;
    if (rest.length > maxLineLength) throw notOurs();
  }
  rest += decoder.decode();
  if (rest) yield [rest];
}

/** The files with these names. Each may have as many bytes as a file that is uploaded by itself. */
export async function* filesOf(
  path: string,
  names: ReadonlySet<string>,
): AsyncGenerator<readonly [name: string, bytes: Buffer]> {
  if (names.size === 0) return;
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true });
    for await (const entry of zip.eachEntry())
      if (names.has(entry.fileName)) yield [entry.fileName, await buffer(unpacked(zip, entry, maxFileBytes))];
  } catch (error) {
    throw isRefusal(error) ? error : damaged();
  } finally {
    zip?.close();
  }
}

/** The lines of data.json. Any mistake in the ZIP or its text is refused in plain words. */
export async function* dataLinesOf(path: string): AsyncGenerator<readonly string[]> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true });
    yield* linesIn(unpacked(zip, await findData(zip), maxUnpackedBytes));
  } catch (error) {
    throw isRefusal(error) ? error : damaged();
  } finally {
    zip?.close();
  }
}
