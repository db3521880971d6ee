// The threads of requests, as they are taken out.
import { sql } from "kysely";
import { inPagesById, type Pages, pageSize } from "#server/db/pages.ts";
import type { Db } from "#server/db/schema.ts";

const fileOf = sql<string | null>`'pictures/' || i.id || '.jpg'`;

const repliesOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_replies as r")
    .leftJoin("guides as g", (join) =>
      join.onRef("g.family_id", "=", "r.family_id").onRef("g.id", "=", "r.guide_id"),
    )
    .select(["r.id", "r.help_request_id as helpRequestId", "r.words", "r.marks", "r.at"])
    .select((select) => select.fn.coalesce("g.title", "r.ready_guide").as("guide"))
    .where("r.family_id", "=", familyId)
    .where("r.id", ">", after)
    .orderBy("r.id")
    .limit(pageSize);

export const exportedReplies = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    repliesOf(db, familyId, after)
      .innerJoin("people as p", "p.id", "r.person_id")
      .leftJoin("help_pictures as i", (join) =>
        join.onRef("i.family_id", "=", "r.family_id").onRef("i.id", "=", "r.picture_id"),
      )
      .select(["r.person_id as personId", "p.username as person", fileOf.as("picture")])
      .execute(),
  );

/** A picture of somebody else, which they have marked, is not theirs to take. */
export const exportedOwnReplies = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    repliesOf(db, familyId, after)
      .leftJoin("help_pictures as i", (join) =>
        join
          .onRef("i.family_id", "=", "r.family_id")
          .onRef("i.id", "=", "r.picture_id")
          .on("i.sent_by", "=", personId),
      )
      .select(["r.family_id as familyId", fileOf.as("picture")])
      .where("r.person_id", "=", personId)
      .execute(),
  );

/** The pictures of a family, or those of one person in it, by the name that each has in the export. */
export async function exportedPictures(
  db: Db,
  familyId: number,
  sentBy?: number,
): Promise<Map<string, () => AsyncIterable<Buffer>>> {
  let pictures = db.selectFrom("help_pictures").select("id").where("family_id", "=", familyId).orderBy("id");
  if (sentBy !== undefined) pictures = pictures.where("sent_by", "=", sentBy);
  async function* read(id: number): AsyncGenerator<Buffer> {
    const bytes = db.selectFrom("help_picture_bytes").select("bytes").where("family_id", "=", familyId);
    // It may have been dropped since the export began.
    const row = await bytes.where("picture_id", "=", id).executeTakeFirst();
    if (row) yield row.bytes;
  }
  const found = await pictures.execute();
  return new Map(found.map(({ id }) => [`pictures/${id}.jpg`, () => read(id)]));
}
