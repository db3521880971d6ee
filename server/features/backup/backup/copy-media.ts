// Copies the pictures and voice messages of a snapshot into the archive, or into the folder beside it, where most of them are
// already since an earlier backup.
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Refused } from "#server/features/personal-data/refusals.ts";
import type { BucketSettings } from "#server/platform/config/media.ts";
import { Unavailable } from "#server/platform/errors.ts";
import { bucketOf } from "#server/platform/media/bucket.ts";
import { secretsFrom } from "#server/platform/secrets.ts";
import type { AddFile } from "../archive/archive-file.ts";
import { backupOfList, mediaFileOf, mediaFolderOf, mediaListOf } from "../archive/file-names.ts";
import type { MediaContents } from "../archive/manifest.ts";
import { encryptedSize, MediaFolder, type MediaKeys } from "../archive/media-folder.ts";
import { type AddLine, SortedList, writeList } from "../archive/media-lists.ts";
import { writingIn } from "../archive/new-file.ts";
import type { Snapshot, SnapshotFile } from "./snapshot.ts";

interface MediaSource {
  readonly snapshot: Snapshot;
  readonly keys: MediaKeys;
  readonly bucket: BucketSettings | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Returns nothing if the bucket has lost the file. */
async function readObject({ bucket, keys }: MediaSource, key: string): Promise<Buffer | undefined> {
  if (!bucket)
    throw new Refused(
      "Pictures and voice messages are in a bucket. Please set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, so that they can be backed up.",
    );
  const world = {
    config: { media: { store: "bucket", bucket } },
    secrets: secretsFrom(keys.serverKey),
  } as const;
  try {
    return await bucketOf(world).get(key);
  } catch (error) {
    if (!(error instanceof Unavailable)) return undefined;
    throw new Refused(
      "The bucket with the pictures and voice messages cannot be used now, so they cannot be backed up.",
      { cause: error.cause },
    );
  }
}

interface MediaTarget {
  /** Whether an earlier backup has copied the file. */
  has(file: SnapshotFile): Promise<boolean>;
  add(file: SnapshotFile, bytes: Buffer): Promise<void>;
}

async function copyTo(target: MediaTarget, source: MediaSource): Promise<Omit<MediaContents, "place">> {
  const lost: string[] = [];
  let [files, bytes] = [0, 0];
  for await (const file of source.snapshot.files()) {
    source.signal?.throwIfAborted();
    if (!(await target.has(file))) {
      const { key, isInBucket } = file;
      const found = await (isInBucket ? readObject(source, key) : source.snapshot.bytesOf(key));
      if (!found) {
        lost.push(key);
        continue;
      }
      await target.add(file, found);
    }
    files += 1;
    bytes += file.size;
  }
  return { files, bytes, lost };
}

export interface CopiedMedia {
  readonly contents: MediaContents;
  /** What the files of this backup take in the folder. */
  readonly folderBytes: number;
  /** Files of earlier backups that were missing or damaged in the folder, and were copied again. */
  readonly repaired: number;
}

export async function copyInside(source: MediaSource, add: AddFile): Promise<CopiedMedia> {
  const target: MediaTarget = { has: async () => false, add: ({ key }, bytes) => add(key, bytes) };
  return { contents: { place: "inside", ...(await copyTo(target, source)) }, folderBytes: 0, repaired: 0 };
}

/** What the newest of the earlier backups needs. */
async function previousList(folder: string): Promise<SortedList | undefined> {
  const name = (await readdir(folder)).filter(backupOfList).sort().at(-1);
  return name === undefined ? undefined : new SortedList(join(folder, name));
}

class BesideTarget implements MediaTarget {
  readonly #folder: MediaFolder;
  readonly #previous: SortedList | undefined;
  readonly #list: AddLine;
  #isRepair = false;
  bytes = 0;
  repaired = 0;

  constructor(folder: MediaFolder, previous: SortedList | undefined, list: AddLine) {
    this.#folder = folder;
    this.#previous = previous;
    this.#list = list;
  }

  async has(file: SnapshotFile): Promise<boolean> {
    const state = await this.#folder.look(file.key, file.size);
    const wasThere = await this.#previous?.has(mediaFileOf(file.key));
    this.#isRepair = state === "damaged" || wasThere === true;
    if (state === "whole") await this.#record(file);
    return state === "whole";
  }

  async add(file: SnapshotFile, bytes: Buffer): Promise<void> {
    await this.#folder.write(file.key, bytes);
    if (this.#isRepair) this.repaired += 1;
    await this.#record(file);
  }

  async #record({ key, size }: SnapshotFile): Promise<void> {
    this.bytes += encryptedSize(size);
    await this.#list(mediaFileOf(key));
  }
}

/** Also writes the list of the files that the archive in `backup` needs. */
export async function copyBeside(source: MediaSource, backup: string): Promise<CopiedMedia> {
  const path = mediaFolderOf(backup);
  const folder = new MediaFolder(path, source.keys);
  return await writingIn(path, async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const previous = await previousList(path);
    const copying = writeList(mediaListOf(backup), async (list) => {
      const target = new BesideTarget(folder, previous, list);
      const contents: MediaContents = { place: "beside", ...(await copyTo(target, source)) };
      return { contents, folderBytes: target.bytes, repaired: target.repaired };
    });
    const copied = await copying.finally(() => previous?.close());
    await folder.sync();
    return copied;
  });
}
