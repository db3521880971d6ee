import { sql } from "kysely";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

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
