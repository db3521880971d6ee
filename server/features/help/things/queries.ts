import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

const readThings = (db: Db, familyId: number) =>
  db
    .selectFrom("things as t")
    .select(["t.id", "t.name", "t.room", "t.notes"])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom("thing_pictures as i")
          .select(["i.id", "i.width", "i.height"])
          .whereRef("i.family_id", "=", "t.family_id")
          .whereRef("i.thing_id", "=", "t.id"),
      ).as("picture"),
      jsonArrayFrom(
        eb
          .selectFrom("guides as g")
          .select(["g.id", "g.title"])
          .whereRef("g.family_id", "=", "t.family_id")
          .whereRef("g.thing_id", "=", "t.id")
          .orderBy(sql`lower(g.title)`)
          .orderBy("g.id"),
      ).as("guides"),
    ])
    .where("t.family_id", "=", familyId);

export const findThings = (db: Db, familyId: number) =>
  readThings(db, familyId).orderBy(sql`lower(t.name)`).orderBy("t.id").execute();

export const findThing = (db: Db, familyId: number, id: number) =>
  readThings(db, familyId).where("t.id", "=", id).executeTakeFirst();

/** The rows that count against the limit of a family. */
export const thingsIn = (familyId: number) => sql`things where family_id = ${familyId}`;

export async function insertThing(trx: Db, thing: NewRow<"things">): Promise<number> {
  const { id } = await trx.insertInto("things").values(thing).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Returns false if there is no such thing. */
export async function updateThing(
  trx: Db,
  familyId: number,
  id: number,
  thing: Pick<NewRow<"things">, "name" | "room" | "notes">,
): Promise<boolean> {
  const changed = await trx
    .updateTable("things")
    .set(thing)
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

export const deleteThing = (trx: Db, familyId: number, id: number) =>
  trx
    .deleteFrom("things")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();

export const lockThing = (trx: Db, familyId: number, id: number) =>
  trx
    .selectFrom("things")
    .select("name")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Locks these guides and those about a thing, in the order of their ids. */
export const lockGuides = (trx: Db, familyId: number, thingId: number, guideIds: readonly number[]) =>
  trx
    .selectFrom("guides")
    .select(["id", "thing_id"])
    .where("family_id", "=", familyId)
    .where((eb) => eb.or([eb("id", "=", eb.fn.any(eb.val([...guideIds]))), eb("thing_id", "=", thingId)]))
    .orderBy("id")
    .forUpdate()
    .execute();

/** Lets these guides be about a thing, or about none. Their version rises, because each is saved as a whole. */
export async function setThingOfGuides(
  trx: Db,
  familyId: number,
  guideIds: readonly number[],
  thingId: number | null,
): Promise<void> {
  if (guideIds.length === 0) return;
  await trx
    .updateTable("guides")
    .set((eb) => ({ thing_id: thingId, version: eb("version", "+", 1) }))
    .where("family_id", "=", familyId)
    .where("id", "in", [...guideIds])
    .execute();
}

export async function insertThingPicture(trx: Db, picture: NewRow<"thing_pictures">): Promise<void> {
  await trx.insertInto("thing_pictures").values(picture).execute();
}

/** Returns false if the thing has no picture. */
export async function deleteThingPicture(trx: Db, familyId: number, thingId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("thing_pictures")
    .where("family_id", "=", familyId)
    .where("thing_id", "=", thingId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

export const findThingPicture = (db: Db, familyId: number, id: number) =>
  db
    .selectFrom("thing_pictures")
    .select("media_id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();

export async function hasThing(db: Db, familyId: number, id: number): Promise<boolean> {
  const thing = await db
    .selectFrom("things")
    .select("id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return thing !== undefined;
}
