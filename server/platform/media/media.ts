// The one path of pictures and voice messages: stored within the limits, answered and exported. What a file is, and who may
// see it, is said by a row of its feature, which has the id. The file is deleted with that row, by the database.
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { StoredFile } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { bucketOf } from "./bucket.ts";
import { findMedia, insertMedia } from "./queries.ts";
import { countStoredFiles } from "./stored-bytes.ts";

/**
 * Stores a file in the transaction of its row, and returns its id. A person's own picture belongs to no family. It is stored in
 * the database first, so that nobody waits for a bucket.
 */
export const putMedia = insertMedia;

/** Returns nothing if the file was deleted. */
export async function readMedia(
  world: World,
  id: number,
  db: Db = world.database.reads,
): Promise<Buffer | undefined> {
  const found = await findMedia(db, id);
  if (!found || found.bytes) return found?.bytes ?? undefined;
  const bytes = found.content_key === null ? undefined : await bucketOf(world).get(found.content_key);
  // It may have been moved to the database since its row was read.
  return bytes ?? (await findMedia(world.database.kysely, id))?.bytes ?? undefined;
}

interface Sender {
  readonly personId: number;
  readonly familyId: number;
}

/** Stores a file that somebody has sent for their family, or refuses it if there is no room. Returns its id. */
export async function storeMedia(world: World, trx: Db, sender: Sender, bytes: Buffer): Promise<number> {
  await countStoredFiles(world, trx, { ...sender, bytes: bytes.length });
  return await putMedia(trx, sender.familyId, bytes);
}

interface Reference {
  readonly media_id: number;
}

/** Answers with a file whose row was found for this caller. Its bytes are read only if the browser does not have them. */
export function answerMedia(world: World, name: string, found: Reference | undefined): StoredFile {
  if (!found) throw new NotFound();
  return new StoredFile(name, async () => {
    const bytes = await readMedia(world, found.media_id);
    if (!bytes) throw new NotFound();
    return bytes;
  });
}

/** A file of an export. */
export interface ExportedFile extends Reference {
  readonly name: string;
}

/** Each file is read when it is written, so that one at a time is in memory. */
export async function* mediaParts(world: World, { media_id }: Reference): AsyncIterable<Buffer> {
  const bytes = await readMedia(world, media_id, world.database.kysely);
  // It may have been deleted since the export began.
  if (bytes) yield bytes;
}
