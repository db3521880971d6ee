// The pictures of requests. They are stored in the database, so that one backup or one deletion covers everything of
// a family.
import type { Reply } from "#contract/help/replies.ts";
import { maxPictures } from "#contract/help/reply-limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { StoredFile } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { type Picture, reencode } from "#server/platform/media/pictures.ts";
import type { World } from "#server/platform/world.ts";
import { visibleTo } from "../requests/requests.ts";
import { firstCheck, retentionQueue } from "./retention.ts";
import { storeUpload } from "./uploads.ts";

/** Small print on a device stays readable, and a request with six pictures stays below 2.5 MB. */
export const pictureSize = { side: 1600, maxBytes: 400_000 };

async function insertPicture(
  trx: Db,
  { familyId, id: personId }: Member,
  requestId: number,
  { width, height, bytes }: Picture,
  now: Date,
): Promise<number> {
  const about = { family_id: familyId, help_request_id: requestId, sent_by: personId };
  const { id } = await trx
    .insertInto("help_pictures")
    .values({ ...about, width, height, check_at: firstCheck(now) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("help_picture_bytes").values({ family_id: familyId, picture_id: id, bytes }).execute();
  return id;
}

export const addPicture = (
  world: World,
  member: Member,
  requestId: number,
  upload: Uint8Array,
  key: string,
): Promise<Reply> =>
  storeUpload(world, member, {
    requestId,
    key,
    table: "help_pictures",
    max: maxPictures,
    tooMany: "This request already has six pictures. Please call.",
    convert: () => reencode(upload, pictureSize),
    store: async (trx, picture, now) => ({
      words: null,
      picture_id: await insertPicture(trx, member, requestId, picture, now),
      marks: JSON.stringify([]),
    }),
  });

const findPicture = {
  name: "find-help-picture",
  text: `select b.bytes from help_pictures i
    join help_picture_bytes b on b.family_id = i.family_id and b.picture_id = i.id
    join help_requests r on r.family_id = i.family_id and r.id = i.help_request_id
    where i.family_id = $1 and i.id = $2 and ($3::integer is null or r.asked_by = $3)`,
};

export async function pictureOf({ database }: World, member: Member, id: number): Promise<StoredFile> {
  const values = [member.familyId, id, visibleTo(member)];
  const [found] = await database.read<{ bytes: Buffer }>(findPicture, values);
  if (!found) throw new NotFound();
  return new StoredFile(`picture-${id}.jpg`, found.bytes);
}

/** A reply with words stays without its picture. A reply of marks alone is deleted, because it says nothing. */
export async function deletePicture(trx: Db, familyId: number, id: number): Promise<void> {
  await trx
    .deleteFrom("help_replies")
    .where("family_id", "=", familyId)
    .where("picture_id", "=", id)
    .where("words", "is", null)
    .execute();
  await trx
    .updateTable("help_replies")
    .set({ marks: JSON.stringify([]) })
    .where("family_id", "=", familyId)
    .where("picture_id", "=", id)
    .execute();
  await trx.deleteFrom("help_pictures").where("family_id", "=", familyId).where("id", "=", id).execute();
}

export const pictureChecks = retentionQueue("help-picture-checks", "help_pictures", deletePicture);
