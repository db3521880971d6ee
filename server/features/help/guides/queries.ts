import { sql } from "kysely";
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from "kysely/helpers/postgres";
import type { GuidePicture, NewGuide } from "#contract/help/guides.ts";
import { toInstant } from "#server/platform/db/instant.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { someone } from "../someone.ts";

/** Prefers the family's own phrase to the library's phrase that it replaces. */
const readGuides = (db: Db, familyId: number) =>
  db
    .selectFrom("guides as g")
    .leftJoin("help_phrases as l", "l.id", "g.phrase_id")
    .leftJoin("family_phrases as f", (join) =>
      join.onRef("f.family_id", "=", "g.family_id").onRef("f.id", "=", "g.phrase_id"),
    )
    .select(["g.id", "g.title", "g.thing_id as thingId", "g.copy_of as copyOf", "g.version"])
    .select((eb) => {
      const words = eb.fn.coalesce("f.phrase", "l.phrase");
      return [
        toInstant(eb.ref("g.written_at")).as("writtenAt"),
        someone(db, eb.ref("g.written_by")).as("writtenBy"),
        eb
          .case()
          .when(words, "is not", null)
          .then(jsonBuildObject({ id: eb.ref("g.phrase_id").$notNull(), words: words.$notNull() }))
          .end()
          .as("phrase"),
        jsonArrayFrom(
          eb
            .selectFrom("guide_steps as s")
            .select(["s.sentence", "s.drawing", "s.marks"])
            .select((step) =>
              jsonObjectFrom(
                step
                  .selectFrom("guide_pictures as i")
                  .select(["i.id", "i.width", "i.height"])
                  .whereRef("i.family_id", "=", "s.family_id")
                  .whereRef("i.id", "=", "s.picture_id"),
              ).as("picture"),
            )
            .whereRef("s.family_id", "=", "g.family_id")
            .whereRef("s.guide_id", "=", "g.id")
            .orderBy("s.position"),
        ).as("steps"),
      ];
    })
    .where("g.family_id", "=", familyId);

export const findGuides = (db: Db, familyId: number) =>
  readGuides(db, familyId).orderBy("g.title").orderBy("g.id").execute();

export const findGuide = (db: Db, familyId: number, id: number) =>
  readGuides(db, familyId).where("g.id", "=", id).executeTakeFirst();

/** The rows that count against the limits of a family. */
export const guidesIn = (familyId: number) => sql`guides where family_id = ${familyId}`;
export const guidePicturesIn = (familyId: number) => sql`guide_pictures where family_id = ${familyId}`;

export async function insertGuide(trx: Db, guide: NewRow<"guides">): Promise<number> {
  const { id } = await trx.insertInto("guides").values(guide).returning("id").executeTakeFirstOrThrow();
  return id;
}

export const lockGuide = (trx: Db, familyId: number, id: number) =>
  trx
    .selectFrom("guides")
    .select("version")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export async function updateGuide(
  trx: Db,
  familyId: number,
  id: number,
  guide: Pick<NewRow<"guides">, "title" | "phrase_id" | "thing_id" | "version">,
): Promise<void> {
  await trx.updateTable("guides").set(guide).where("family_id", "=", familyId).where("id", "=", id).execute();
}

/** Deletes a guide, and the replies that consisted only of it. */
export async function deleteGuide(trx: Db, familyId: number, id: number) {
  await trx
    .deleteFrom("help_replies")
    .where("family_id", "=", familyId)
    .where("guide_id", "=", id)
    .where("words", "is", null)
    .where("picture_id", "is", null)
    .execute();
  return await trx
    .deleteFrom("guides")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returning("title")
    .executeTakeFirst();
}

/** Replaces the steps, and deletes the pictures that no step shows anymore. */
export async function replaceSteps(
  trx: Db,
  familyId: number,
  guideId: number,
  steps: NewGuide["steps"],
): Promise<void> {
  const before = await trx
    .deleteFrom("guide_steps")
    .where("family_id", "=", familyId)
    .where("guide_id", "=", guideId)
    .returning("picture_id")
    .execute();
  const rows = steps.map(({ sentence, pictureId = null, drawing = null, marks = [] }, index) => ({
    family_id: familyId,
    guide_id: guideId,
    position: index + 1,
    sentence,
    drawing,
    picture_id: pictureId,
    marks: JSON.stringify(marks),
  }));
  if (rows.length > 0) await trx.insertInto("guide_steps").values(rows).execute();
  const shown = rows.flatMap(({ picture_id }) => picture_id ?? []);
  if (shown.length > 0)
    await trx
      .updateTable("guide_pictures")
      .set({ check_at: null })
      .where("family_id", "=", familyId)
      .where("id", "in", shown)
      .execute();
  await deleteUnusedPictures(
    trx,
    familyId,
    before.flatMap(({ picture_id }) => picture_id ?? []),
  );
}

export const insertGuidePicture = (trx: Db, picture: NewRow<"guide_pictures">): Promise<GuidePicture> =>
  trx
    .insertInto("guide_pictures")
    .values(picture)
    .returning(["id", "width", "height"])
    .executeTakeFirstOrThrow();

export const findGuidePicture = (db: Db, familyId: number, id: number) =>
  db
    .selectFrom("guide_pictures")
    .select("media_id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Returns how many of these pictures there are. One that no step shows yet cannot be deleted before the end. */
export async function lockGuidePictures(trx: Db, familyId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const pictures = await trx
    .selectFrom("guide_pictures")
    .select("id")
    .where("family_id", "=", familyId)
    .where("id", "in", [...ids])
    .forKeyShare()
    .execute();
  return pictures.length;
}

/** Locks an upload that no step showed when it was last looked at. */
export const lockUnsavedPicture = (trx: Db, familyId: number, id: number) =>
  trx
    .selectFrom("guide_pictures")
    .select("id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("check_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();

/** Deletes those of these pictures that no step shows. */
export async function deleteUnusedPictures(trx: Db, familyId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom("guide_pictures as i")
    .where("i.family_id", "=", familyId)
    .where("i.id", "in", [...ids])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("guide_steps as s")
            .select("s.guide_id")
            .whereRef("s.family_id", "=", "i.family_id")
            .whereRef("s.picture_id", "=", "i.id"),
        ),
      ),
    )
    .execute();
}

/** Finds a request with what is known today about its phrase. */
export const findRequestWithPhrase = (trx: Db, familyId: number, id: number) =>
  trx
    .selectFrom("help_requests as r")
    .leftJoin("family_phrases as f", (join) =>
      join.onRef("f.family_id", "=", "r.family_id").onRef("f.id", "=", "r.phrase_id"),
    )
    .leftJoin("help_phrases as l", "l.id", "r.phrase_id")
    .select(["r.phrase", "r.asked_by", "r.phrase_id", "l.id as library_id", "f.is_deleted"])
    .where("r.family_id", "=", familyId)
    .where("r.id", "=", id)
    .executeTakeFirst();

/** Finds what the helpers wrote and showed, without the replies of the person who asked. */
export const findExplanations = (
  trx: Db,
  familyId: number,
  { id, askedBy }: { readonly id: number; readonly askedBy: number },
  limit: number,
) =>
  trx
    .selectFrom("help_replies")
    .select(["words", "picture_id as pictureId", "marks"])
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", id)
    .where("person_id", "<>", askedBy)
    .where((where) => where.or([where("words", "is not", null), where("picture_id", "is not", null)]))
    .orderBy("id")
    .limit(limit)
    .execute();

export const findReplyPicture = (trx: Db, familyId: number, id: number) =>
  trx
    .selectFrom("help_pictures")
    .select(["sent_by", "width", "height", "media_id"])
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
