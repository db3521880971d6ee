// Moves files between the database and a bucket while the server runs. A file is always in one of them, and an object that no
// row needs is always among the leftovers, even if the server is killed between two steps.
import { sql } from "kysely";
import type { MediaSettings } from "#server/platform/config/media.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Unavailable } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { type Bucket, bucketOf } from "./bucket.ts";
import { lockForDeleting } from "./copying.ts";
import { readMedia } from "./media.ts";
import {
  addLeftover,
  deleteLeftover,
  findLeftovers,
  findMedia,
  findMisplaced,
  isObjectNeeded,
  lockMedia,
  placeInBucket,
  placeInDatabase,
} from "./queries.ts";

const batchSize = 100;

/** A turn of the job ends before the next one is due, so that two servers don't move the same files. */
export const movedInTurn = 1_000;

/** Nobody uploads an object while another deletes it. */
const lockObject = (trx: Db, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);

type Moving = { readonly world: World; readonly bucket: Bucket; readonly id: number };

/** Returns whether the file was moved. It may have been deleted in the meantime. */
async function moveToBucket({ world, bucket, id }: Moving): Promise<boolean> {
  const { kysely } = world.database;
  const bytes = (await findMedia(kysely, id))?.bytes;
  if (!bytes) return false;
  const key = bucket.keyOf(bytes);
  // It is a leftover until a row needs it.
  await addLeftover(kysely, key, world.clock.now());
  return await kysely.transaction().execute(async (trx) => {
    await lockObject(trx, key);
    await bucket.put(key, bytes);
    const isMoved = await placeInBucket(trx, id, key);
    if (isMoved) await deleteLeftover(trx, key);
    return isMoved;
  });
}

async function moveToDatabase({ world, bucket, id }: Moving): Promise<boolean> {
  return await world.database.kysely.transaction().execute(async (trx) => {
    const { content_key: key, isInBucket } = (await lockMedia(trx, id)) ?? {};
    if (!key || !isInBucket) return false;
    const bytes = await bucket.get(key);
    if (!bytes) throw new Error(`The bucket has no object ${key}.`);
    await placeInDatabase(trx, id, bytes);
    await addLeftover(trx, key, world.clock.now());
    return true;
  });
}

/** Returns false if somebody is copying files, who may need the object. */
async function deleteObject({ database: { kysely } }: World, bucket: Bucket, key: string): Promise<boolean> {
  return await kysely.transaction().execute(async (trx) => {
    if (!(await lockForDeleting(trx))) return false;
    await lockObject(trx, key);
    if (!(await isObjectNeeded(trx, key))) await bucket.delete(key);
    await deleteLeftover(trx, key);
    return true;
  });
}

/** Deletes the objects that no row needs. */
async function deleteLeftovers(world: World, bucket: Bucket): Promise<void> {
  for (;;) {
    const keys = await findLeftovers(world.database.kysely, batchSize);
    if (keys.length === 0) return;
    for (const key of keys) if (!(await deleteObject(world, bucket, key))) return;
  }
}

export interface Moved {
  readonly moved: number;
  /** The files that could not be moved. The log says why. */
  readonly failed: number;
}

async function* misplaced(db: Db, store: MediaSettings["store"]): AsyncIterable<number> {
  let after = 0;
  for (;;) {
    const ids = await findMisplaced(db, { store, after, limit: batchSize });
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Moves files that are not where the settings want them, at most `max`, and deletes what is no longer needed. */
export async function moveMedia(world: World, max = Number.POSITIVE_INFINITY): Promise<Moved> {
  const { store, bucket: settings } = world.config.media;
  const count = { moved: 0, failed: 0 };
  if (!settings) return count;
  const bucket = bucketOf(world);
  const move = store === "bucket" ? moveToBucket : moveToDatabase;
  for await (const id of misplaced(world.database.kysely, store)) {
    if (count.moved + count.failed >= max) break;
    try {
      if (await move({ world, bucket, id })) count.moved += 1;
    } catch (err) {
      count.failed += 1;
      world.log.error({ err, mediaId: id }, "a file could not be moved");
    }
  }
  await deleteLeftovers(world, bucket);
  return count;
}

interface Verified {
  readonly right: number;
  /** The files whose objects are missing or damaged. */
  readonly wrong: readonly number[];
}

/** Reads every object that a row needs. It throws if the S3 server cannot be reached. */
export async function verifyMedia(world: World): Promise<Verified> {
  const wrong: number[] = [];
  let right = 0;
  for await (const id of misplaced(world.database.kysely, "database")) {
    const bytes = await readMedia(world, id).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      return null;
    });
    if (bytes) right += 1;
    else if (await findMedia(world.database.kysely, id)) wrong.push(id);
  }
  return { right, wrong };
}
