// Exports and imports the things around the house and their pictures.
import { sql } from "kysely";
import * as z from "zod/mini";
import { NewThing } from "#contract/help/things.ts";
import { Id, Instant } from "#contract/values.ts";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type ExportedFile, putMedia } from "#server/platform/media/media.ts";
import type { Picture } from "#server/platform/media/pictures.ts";
import { insertThing, insertThingPicture } from "./queries.ts";

export const exportedThings = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("things as t")
      .leftJoin("thing_pictures as i", (join) =>
        join.onRef("i.family_id", "=", "t.family_id").onRef("i.thing_id", "=", "t.id"),
      )
      .select(["t.id", "t.name", "t.room", "t.notes", "t.created_at as createdAt"])
      .select(sql<string | null>`'things/' || i.id || '.jpg'`.as("picture"))
      .where("t.family_id", "=", familyId)
      .where("t.id", ">", after)
      .orderBy("t.id")
      .limit(pageSize)
      .execute(),
  );

export async function exportedThingPictures(db: Db, familyId: number): Promise<ExportedFile[]> {
  const found = await db
    .selectFrom("thing_pictures")
    .select(["id", "media_id"])
    .where("family_id", "=", familyId)
    .orderBy("id")
    .execute();
  return found.map(({ id, media_id }) => ({ name: `things/${id}.jpg`, media_id }));
}

const { name, room, notes } = NewThing.shape;

export const ImportedThing = z.object({
  id: Id,
  name,
  room,
  notes,
  createdAt: Instant,
  picture: z.nullable(z.string().check(z.regex(/^things\/\d{1,15}\.jpg$/, "its picture has another name"))),
});
type ImportedThing = z.output<typeof ImportedThing>;

export const thingPictureFilesOf = (things: readonly ImportedThing[]): ReadonlySet<string> =>
  new Set(things.flatMap(({ picture }) => picture ?? []));

interface Place {
  readonly familyId: number;
  readonly pictures: ReadonlyMap<string, Picture>;
}

/** Returns the new id of each thing by its id in the file. A picture that is not in the file is left out. */
export async function importThings(
  trx: Db,
  things: readonly ImportedThing[],
  { familyId: family_id, pictures }: Place,
): Promise<Map<number, number>> {
  const newIds = new Map<number, number>();
  for (const { id, name, room = "", notes = "", createdAt, picture } of things) {
    const created_at = new Date(createdAt);
    const thing_id = await insertThing(trx, { family_id, name, room, notes, created_at });
    newIds.set(id, thing_id);
    const shown = pictures.get(picture ?? "");
    if (!shown) continue;
    const { width, height, bytes } = shown;
    const media_id = await putMedia(trx, family_id, bytes);
    await insertThingPicture(trx, { family_id, thing_id, width, height, media_id });
  }
  return newIds;
}
