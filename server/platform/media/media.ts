// The one path of pictures and voice messages: stored within the limits, answered and exported. What a file is, and who may
// see it, is said by a row of its feature, which has the id. The file is deleted with that row, by the database.
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { StoredFile } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { findMedia, insertMedia } from "./queries.ts";
import { countStoredFiles } from "./stored-bytes.ts";

/** Where the bytes are. */
interface MediaStore {
  /** Stores a file in the transaction of its row, and returns its id. A person's own picture belongs to no family. */
  put(trx: Db, familyId: number | null, bytes: Buffer): Promise<number>;
  /** Returns nothing if the file was deleted. */
  get(db: Db, id: number): Promise<Buffer | undefined>;
}

export const mediaStore: MediaStore = { put: insertMedia, get: findMedia };

interface Sender {
  readonly personId: number;
  readonly familyId: number;
}

/** Stores a file that somebody has sent for their family, or refuses it if there is no room. Returns its id. */
export async function storeMedia(world: World, trx: Db, sender: Sender, bytes: Buffer): Promise<number> {
  await countStoredFiles(world, trx, { ...sender, bytes: bytes.length });
  return await mediaStore.put(trx, sender.familyId, bytes);
}

interface Reference {
  readonly media_id: number;
}

/** Answers with a file whose row was found for this caller. Its bytes are read only if the browser does not have them. */
export function answerMedia({ database }: World, name: string, found: Reference | undefined): StoredFile {
  if (!found) throw new NotFound();
  return new StoredFile(name, async () => {
    const bytes = await mediaStore.get(database.reads, found.media_id);
    if (!bytes) throw new NotFound();
    return bytes;
  });
}

/** A file of an export. */
export interface ExportedFile {
  readonly name: string;
  readonly parts: () => AsyncIterable<Buffer>;
}

/** Each file is read when it is written, so that one at a time is in memory. */
export const exportedFile = (db: Db, name: string, { media_id }: Reference): ExportedFile => ({
  name,
  async *parts() {
    const bytes = await mediaStore.get(db, media_id);
    // It may have been deleted since the export began.
    if (bytes) yield bytes;
  },
});
