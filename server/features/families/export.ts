// A family and its people, for exports.
import { sql } from "kysely";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { callNumberOf } from "./families.ts";

export const exportedMemberships = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("memberships as m")
      .innerJoin("families as f", "f.id", "m.family_id")
      .select(["f.id", "f.name", "m.role", "m.joined_at as joinedAt"])
      .where("m.person_id", "=", personId)
      .orderBy("m.joined_at")
      .execute(),
  );

export const exportedFamily = (db: Db, familyId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("families")
      .select(["id", "name", "time_zone as timeZone", "country", "has_puzzle_library as hasPuzzleLibrary"])
      .select("created_at as createdAt")
      .where("id", "=", familyId)
      .execute(),
  );

export const exportedMembers = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("memberships as m")
      .innerJoin("people as p", "p.id", "m.person_id")
      .select(["p.id", "p.username as name", "m.role"])
      .select(sql<string | null>`${sql.raw(callNumberOf("p"))}`.as("phoneNumber"))
      .select("m.joined_at as joinedAt")
      .leftJoin("people_pictures as i", "i.person_id", "p.id")
      .select(sql<string | null>`'people/' || i.id || '.jpg'`.as("picture"))
      .where("m.family_id", "=", familyId)
      .where("p.id", ">", after)
      .orderBy("p.id")
      .limit(pageSize)
      .execute(),
  );

/** The pictures of members, under their file names in the export. */
export async function exportedMemberPictures(
  db: Db,
  familyId: number,
): Promise<Map<string, () => AsyncIterable<Buffer>>> {
  const found = await db
    .selectFrom("memberships as m")
    .innerJoin("people_pictures as i", "i.person_id", "m.person_id")
    .select("i.id")
    .where("m.family_id", "=", familyId)
    .execute();
  async function* read(id: number): AsyncGenerator<Buffer> {
    const picture = db.selectFrom("people_pictures").select("bytes").where("id", "=", id);
    // The picture may have been removed since the export began.
    const row = await picture.executeTakeFirst();
    if (row) yield row.bytes;
  }
  return new Map(found.map(({ id }) => [`people/${id}.jpg`, () => read(id)]));
}

/** Their phone numbers are left out, because they were given to a family that these people have left. */
export const exportedFormerMembers = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("participants as a")
      .innerJoin("people as p", "p.id", "a.person_id")
      .leftJoin("memberships as m", (on) =>
        on.onRef("m.family_id", "=", "a.family_id").onRef("m.person_id", "=", "a.person_id"),
      )
      .select(["p.id", "p.username as name", "a.role"])
      .where("a.family_id", "=", familyId)
      .where("m.person_id", "is", null)
      .where("p.id", ">", after)
      .orderBy("p.id")
      .limit(pageSize)
      .execute(),
  );

const familyIdsIn = async (db: Db, table: "memberships" | "participants", personId: number) => {
  const rows = await db
    .selectFrom(table)
    .select("family_id")
    .where("person_id", "=", personId)
    .orderBy("family_id")
    .execute();
  return rows.map(({ family_id }) => family_id);
};

export const familiesOf = (db: Db, personId: number): Promise<number[]> =>
  familyIdsIn(db, "memberships", personId);

/** Includes families that the person has left, because what they did there is still theirs. */
export const familiesEverOf = (db: Db, personId: number): Promise<number[]> =>
  familyIdsIn(db, "participants", personId);
