// What exports say of the activity in a family, and how a person is erased from it.
import { sql } from "kysely";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

const activityAfter = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("activity")
    .select(["id", "kind", "details", "at"])
    .where("family_id", "=", familyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize);

export const exportedActivity = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    activityAfter(db, familyId, after).select(["person_id as personId", "person_name as person"]).execute(),
  );

export const exportedOwnActivity = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    activityAfter(db, familyId, after)
      .select("family_id as familyId")
      .where("person_id", "=", personId)
      .execute(),
  );

const someone = "someone";

/** The names under which the activity log of a person's families mentions them. */
async function findNames(trx: Db, personId: number): Promise<string[]> {
  const names = await trx
    .selectFrom("people")
    .select("username as name")
    .where("id", "=", personId)
    .union(
      trx
        .selectFrom("activity")
        .select("person_name as name")
        .where("person_id", "=", personId)
        .where("person_name", "is not", null)
        .$narrowType<{ name: string }>(),
    )
    .union(
      trx
        .selectFrom("activity")
        .select(sql<string>`details ->> 'to'`.as("name"))
        .where("person_id", "=", personId)
        .where("kind", "=", "name-changed"),
    )
    .execute();
  return names.map(({ name }) => name);
}

/**
 * Removes a person's name from the activity log of their families. What they did, and what others did to them, stays.
 * `otherNames` are the names that others used for them.
 */
export async function eraseActor(trx: Db, personId: number, otherNames: readonly string[]): Promise<void> {
  const names = [...(await findNames(trx, personId)), ...otherNames];
  for (const detail of ["member", "invited"])
    await trx
      .updateTable("activity")
      .set({ details: sql<string>`details || jsonb_build_object(${detail}::text, ${someone}::text)` })
      .where("family_id", "in", (select) =>
        select.selectFrom("participants").select("family_id").where("person_id", "=", personId),
      )
      .where(sql<string>`details ->> ${detail}::text`, "in", names)
      .execute();
  await trx
    .deleteFrom("activity")
    .where("person_id", "=", personId)
    .where("kind", "=", "name-changed")
    .execute();
  await trx
    .updateTable("activity")
    .set({ person_id: null, person_name: null })
    .where("person_id", "=", personId)
    .execute();
}
