// The pictures of requests. They are in the database, so that one backup and one deletion have all of a family.
import { maxPictures, type Reply } from "#contract/help/replies.ts";
import type { Db } from "#server/db/schema.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { StoredFile } from "#server/http/route.ts";
import type { Member } from "#server/http/session.ts";
import { RowsQueue } from "#server/jobs/queue.ts";
import { publish } from "#server/live/publish.ts";
import { type Picture, reencode } from "#server/pictures/pictures.ts";
import type { World } from "#server/world.ts";
import { requestOf, visibleTo } from "../requests/requests.ts";
import { earlierReply, replyOf, storeReply } from "./replies.ts";

/** Small print on a device can be read, and a request with six pictures stays below 2.5 MB. */
export const pictureSize = { side: 1600, maxBytes: 400_000 };

const keptMs = 90 * 24 * 60 * 60_000;

async function refuseTooMany(db: Db, { familyId }: Member, requestId: number): Promise<void> {
  const { count } = await db
    .selectFrom("help_pictures")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .executeTakeFirstOrThrow();
  if (count >= maxPictures) throw new Conflict("This request already has six pictures. Please call.");
}

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
    .values({ ...about, width, height, check_at: new Date(now.getTime() + keptMs) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("help_picture_bytes").values({ family_id: familyId, picture_id: id, bytes }).execute();
  return id;
}

/** A device that got no answer sends the picture again under the same key. */
export async function addPicture(
  world: World,
  member: Member,
  requestId: number,
  upload: Uint8Array,
  key: string,
): Promise<Reply> {
  const { kysely } = world.database;
  await requestOf(world.database, member, requestId);
  const earlier = await earlierReply(kysely, member, requestId, key);
  if (earlier !== undefined) return await replyOf(world.database, member, requestId, earlier);
  await refuseTooMany(kysely, member, requestId);
  const picture = await reencode(upload, pictureSize);
  return await storeReply(world, member, { requestId, key }, async (trx, now) => {
    // Others may have been stored since the first look.
    await refuseTooMany(trx, member, requestId);
    return {
      words: null,
      picture_id: await insertPicture(trx, member, requestId, picture, now),
      marks: JSON.stringify([]),
    };
  });
}

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

export async function keepPicture(
  { database, clock }: World,
  { familyId }: Member,
  id: number,
  isKept: boolean,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("help_pictures")
      .set({ is_kept: isKept, check_at: isKept ? null : clock.now() })
      .where("family_id", "=", familyId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw new NotFound();
    await publish(trx, familyId, "help-replies");
  });
}

/** Words stay without their picture. Marks alone say nothing. */
export async function dropPicture(trx: Db, familyId: number, id: number): Promise<void> {
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

async function checkPicture({ database, clock }: World, familyId: number, id: number): Promise<void> {
  const now = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    const picture = await trx
      .selectFrom("help_pictures as i")
      .innerJoin("help_requests as r", (join) =>
        join.onRef("r.family_id", "=", "i.family_id").onRef("r.id", "=", "i.help_request_id"),
      )
      .select("r.closed_at")
      .where("i.family_id", "=", familyId)
      .where("i.id", "=", id)
      // Somebody may have said since that it is to be kept.
      .where("i.is_kept", "=", false)
      .forUpdate("i")
      .executeTakeFirst();
    if (!picture) return;
    const dropAt = new Date((picture.closed_at ?? now).getTime() + keptMs);
    if (dropAt <= now) {
      await dropPicture(trx, familyId, id);
      await publish(trx, familyId, "help-replies");
      return;
    }
    const own = trx.updateTable("help_pictures").set({ check_at: dropAt });
    await own.where("family_id", "=", familyId).where("id", "=", id).execute();
  });
}

/** A picture goes 90 days after its request was closed, unless the family keeps it. */
export const pictureChecks = new RowsQueue({
  name: "help-picture-checks",
  rows: { table: "help_pictures", keys: ["family_id", "id"], due: "check_at" },
  concurrency: 2,
  process: (world, { family_id, id }) => checkPicture(world, family_id, id),
});
