// Exports guides and their pictures.
import { sql } from "kysely";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

const fileOf = (id: string) => `'guides/' || ${id} || '.jpg'`;

/** `pictures` says which pictures come along, as SQL. */
const stepsOf = (pictures: string) =>
  sql<unknown>`coalesce((
    select json_agg(json_build_object('sentence', s.sentence, 'drawing', s.drawing, 'marks', s.marks,
      'picture', case when i.id is not null then ${sql.raw(fileOf("i.id"))} end) order by s.position)
    from guide_steps s
    left join guide_pictures i on i.family_id = s.family_id and i.id = s.picture_id and ${sql.raw(pictures)}
    where s.family_id = g.family_id and s.guide_id = g.id
  ), '[]')`.as("steps");

const guidesOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("guides as g")
    .select(["g.id", "g.title", "g.copy_of as copyOf", "g.written_at as writtenAt"])
    .where("g.family_id", "=", familyId)
    .where("g.id", ">", after)
    .orderBy("g.id")
    .limit(pageSize);

export const exportedGuides = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    guidesOf(db, familyId, after)
      .leftJoin("people as p", "p.id", "g.written_by")
      .leftJoin("help_phrases as l", "l.id", "g.phrase_id")
      .leftJoin("family_phrases as f", (join) =>
        join.onRef("f.family_id", "=", "g.family_id").onRef("f.id", "=", "g.phrase_id"),
      )
      .leftJoin("things as t", (join) =>
        join.onRef("t.family_id", "=", "g.family_id").onRef("t.id", "=", "g.thing_id"),
      )
      .select(["g.written_by as writtenById", "p.username as writtenBy"])
      .select(["g.thing_id as thingId", "t.name as thing"])
      .select((select) => select.fn.coalesce("f.phrase", "l.phrase").as("phrase"))
      .select(stepsOf("true"))
      .execute(),
  );

/** Leaves out pictures that somebody else took. */
export const exportedOwnGuides = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    guidesOf(db, familyId, after)
      .select("g.family_id as familyId")
      .select(stepsOf(`i.added_by = ${personId}`))
      .where("g.written_by", "=", personId)
      .execute(),
  );

/** The pictures shown in steps, or only those that one person added, under their file names in the export. */
export async function exportedGuidePictures(
  db: Db,
  familyId: number,
  addedBy?: number,
): Promise<Map<string, () => AsyncIterable<Buffer>>> {
  const ofFamily = db.selectFrom("guide_pictures").where("family_id", "=", familyId);
  let pictures = ofFamily.select("id").where("check_at", "is", null).orderBy("id");
  if (addedBy !== undefined) pictures = pictures.where("added_by", "=", addedBy);
  async function* read(id: number): AsyncGenerator<Buffer> {
    // The picture may have been deleted since the export began.
    const row = await ofFamily.select("bytes").where("id", "=", id).executeTakeFirst();
    if (row) yield row.bytes;
  }
  const found = await pictures.execute();
  return new Map(found.map(({ id }) => [`guides/${id}.jpg`, () => read(id)]));
}
