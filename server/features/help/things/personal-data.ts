// Exports and imports the things around the house and their pictures.
import { sql } from "kysely";
import * as z from "zod/mini";
import { NewThing } from "#contract/help/things.ts";
import { Id, Instant } from "#contract/values.ts";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
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

/** The pictures of a family's things, under their file names in the export. */
export async function exportedThingPictures(
  db: Db,
  familyId: number,
): Promise<Map<string, () => AsyncIterable<Buffer>>> {
  const pictures = db.selectFrom("thing_pictures").where("family_id", "=", familyId);
  async function* read(id: number): AsyncGenerator<Buffer> {
    // The picture may have been replaced since the export began.
    const row = await pictures.select("bytes").where("id", "=", id).executeTakeFirst();
    if (row) yield row.bytes;
  }
  const found = await pictures.select("id").orderBy("id").execute();
  return new Map(found.map(({ id }) => [`things/${id}.jpg`, () => read(id)]));
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
    await insertThingPicture(trx, { family_id, thing_id, width, height, bytes });
  }
  return newIds;
}
