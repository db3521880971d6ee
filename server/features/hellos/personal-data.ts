// Exports hellos with their pictures and voices, and erases those of a person.
import { sql } from "kysely";
import { findFamilyIdsEver } from "#server/features/families/queries.ts";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { ExportedFile } from "#server/platform/media/media.ts";
import { checkUnloved } from "./queries.ts";

const hellosOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("hellos as h")
    .leftJoin("hello_voice_messages as v", (join) =>
      join.onRef("v.family_id", "=", "h.family_id").onRef("v.hello_id", "=", "h.id"),
    )
    .select(["h.id", "h.question", "h.caption", "h.at", "h.answer_to as answerTo"])
    .select(({ selectFrom }) => [
      selectFrom("hello_pictures as i")
        .select(
          sql<string[]>`coalesce(array_agg('hellos/' || i.id || '.webp' order by i.place), '{}')`.as("names"),
        )
        .whereRef("i.family_id", "=", "h.family_id")
        .whereRef("i.hello_id", "=", "h.id")
        .as("pictures"),
      sql<string | null>`'hellos/' || v.id || '.mp3'`.as("voiceMessage"),
      selectFrom("people as b").select("b.username").whereRef("b.id", "=", "h.birthday_of").as("birthdayOf"),
    ])
    .where("h.family_id", "=", familyId)
    .where("h.id", ">", after)
    .orderBy("h.id")
    .limit(pageSize);

export const exportedHellos = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    hellosOf(db, familyId, after)
      .innerJoin("people as p", "p.id", "h.given_by")
      .select(["h.given_by as personId", "p.username as person"])
      .select(({ selectFrom }) =>
        selectFrom("hello_hearts as l")
          .innerJoin("people as s", "s.id", "l.person_id")
          .select(sql<string[]>`coalesce(array_agg(s.username order by l.at), '{}')`.as("names"))
          .whereRef("l.family_id", "=", "h.family_id")
          .whereRef("l.hello_id", "=", "h.id")
          .as("lovedBy"),
      )
      .execute(),
  );

export const exportedOwnHellos = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    hellosOf(db, familyId, after)
      .select("h.family_id as familyId")
      .where("h.given_by", "=", personId)
      .execute(),
  );

export const exportedHearts = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("hello_hearts")
      .select(["family_id as familyId", "hello_id as id", "at"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .where("hello_id", ">", after)
      .orderBy("hello_id")
      .limit(pageSize)
      .execute(),
  );

/** The pictures and voice messages of a family's hellos, or of one giver's. */
export async function exportedHelloFiles(
  db: Db,
  familyId: number,
  givenBy?: number,
): Promise<ExportedFile[]> {
  return await db
    .selectFrom("hellos as h")
    .leftJoin("hello_pictures as i", (join) =>
      join.onRef("i.family_id", "=", "h.family_id").onRef("i.hello_id", "=", "h.id"),
    )
    .leftJoin("hello_voice_messages as v", (join) =>
      join.onRef("v.family_id", "=", "h.family_id").onRef("v.hello_id", "=", "h.id"),
    )
    .select(sql<string>`'hellos/' || coalesce(i.id || '.webp', v.id || '.mp3')`.as("name"))
    .select(({ fn }) => fn.coalesce("i.large_id", "v.media_id").$notNull().as("media_id"))
    .where("h.family_id", "=", familyId)
    // An answer in words has no file.
    .where((eb) => eb.or([eb("i.id", "is not", null), eb("v.id", "is not", null)]))
    .$if(givenBy !== undefined, (query) => query.where("h.given_by", "=", givenBy ?? 0))
    .orderBy("h.id")
    .execute();
}

/** Deletes what a person gave to a family, and their hearts. Answers of others stay. */
export async function removeHellosOf(trx: Db, familyId: number, personId: number): Promise<void> {
  const hearts = await trx
    .deleteFrom("hello_hearts")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .returning("hello_id")
    .execute();
  await trx.deleteFrom("hellos").where("family_id", "=", familyId).where("given_by", "=", personId).execute();
  await checkUnloved(
    trx,
    familyId,
    hearts.map(({ hello_id }) => hello_id),
  );
  await publish(trx, familyId, "hellos");
}

/** Deletes what a person ever gave to any family, and their hearts. */
export async function eraseHellos(trx: Db, personId: number): Promise<void> {
  for (const familyId of await findFamilyIdsEver(trx, personId))
    await removeHellosOf(trx, familyId, personId);
}
