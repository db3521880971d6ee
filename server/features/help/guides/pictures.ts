// The pictures of guides. Nobody sees one before a step shows it, so an unsaved upload is deleted later.
import { dayMs } from "#contract/durations.ts";
import { type GuidePicture, maxGuidePictures } from "#contract/help/guides.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { StoredFile } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import { answerMedia, storeMedia } from "#server/platform/media/media.ts";
import { type Picture, reencode, usualSize } from "#server/platform/media/pictures.ts";
import type { World } from "#server/platform/world.ts";
import {
  deleteUnusedPictures,
  findGuidePicture,
  guidePicturesIn,
  insertGuidePicture,
  lockUnsavedPicture,
} from "./queries.ts";

const unsavedMs = dayMs;

export const readGuidePicture = (bytes: Uint8Array): Promise<Picture> => reencode(bytes, usualSize);

interface Adding {
  readonly familyId: number;
  readonly personId: number;
  readonly at: Date;
}

/**
 * Adds a picture whose file was stored. Either call this in the transaction that also stores the step, or the picture is
 * checked a day later.
 */
export const addGuidePicture = (
  trx: Db,
  { familyId, personId, at }: Adding,
  { width, height }: Pick<Picture, "width" | "height">,
  media_id: number,
): Promise<GuidePicture> =>
  insertGuidePicture(trx, {
    family_id: familyId,
    width,
    height,
    media_id,
    added_by: personId,
    added_at: at,
    check_at: new Date(at.getTime() + unsavedMs),
  });

/** Refuses pictures beyond the limit, and makes other uploads of the family wait. */
export const refuseTooManyPictures = (trx: Db, familyId: number): Promise<void> =>
  refuseBeyondLimit(trx, familyId, {
    max: maxGuidePictures,
    stored: guidePicturesIn(familyId),
    rowsName: "pictures in your family's guides",
  });

export async function addPicture(
  world: World,
  { familyId, id: personId }: Member,
  upload: Uint8Array,
): Promise<GuidePicture> {
  const picture = await readGuidePicture(upload);
  return await world.database.kysely.transaction().execute(async (trx) => {
    await refuseTooManyPictures(trx, familyId);
    const mediaId = await storeMedia(world, trx, { personId, familyId }, picture.bytes);
    const adding = { familyId, personId, at: world.clock.now() };
    const added = await addGuidePicture(trx, adding, picture, mediaId);
    await publish(trx, familyId, "guides");
    return added;
  });
}

export const pictureOf = async (world: World, { familyId }: Member, id: number): Promise<StoredFile> =>
  answerMedia(world, `guide-picture-${id}.jpg`, await findGuidePicture(world.database.reads, familyId, id));

/** Deletes an upload that no step has shown for a day. */
export const guidePictureChecks = new RowQueue({
  name: "guide-picture-checks",
  rows: { table: "guide_pictures", keys: ["family_id", "id"], due: "check_at" },
  concurrency: 1,
  process: ({ database }, { family_id, id }) =>
    database.kysely.transaction().execute(async (trx) => {
      // A step may have started to show it since it was claimed.
      if (!(await lockUnsavedPicture(trx, family_id, id))) return;
      await deleteUnusedPictures(trx, family_id, [id]);
      await publish(trx, family_id, "guides");
    }),
});
