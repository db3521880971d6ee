import { type NotNull, sql } from "kysely";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** Finds all categories, the one about scams as well. */
export const findCategories = (db: Db) =>
  db.selectFrom("help_categories").select(["id", "name", "icon"]).orderBy("id").execute();

export async function hasCategory(db: Db, id: number): Promise<boolean> {
  const category = await db
    .selectFrom("help_categories")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return category !== undefined;
}

/** Selects the phrases of the library, as the family has placed and hidden them, and those of its own. */
const phrasesOf = (db: Db, familyId: number) =>
  db
    .selectFrom("help_phrases as l")
    .leftJoin("family_phrases as f", (join) =>
      join.onRef("f.id", "=", "l.id").on("f.family_id", "=", familyId),
    )
    .select(["l.id", "l.category_id", "l.phrase"])
    .select((eb) => [
      sql<boolean>`false`.as("is_own"),
      eb.fn.coalesce("f.is_hidden", sql<boolean>`false`).as("is_hidden"),
      eb.fn.coalesce("f.position", "l.id").as("position"),
    ])
    .unionAll(
      db
        .selectFrom("family_phrases")
        .select(["id", "category_id", "phrase"])
        .select((eb) => [
          sql<boolean>`true`.as("is_own"),
          "is_hidden",
          eb.fn.coalesce("position", "id").as("position"),
        ])
        .where("family_id", "=", familyId)
        .where("phrase", "is not", null)
        .where("is_deleted", "=", false)
        .$narrowType<{ category_id: NotNull; phrase: NotNull }>(),
    );

/** Finds them in the order in which the family shows them. */
export const findPhrases = (db: Db, familyId: number) =>
  db
    .selectFrom(phrasesOf(db, familyId).as("phrases"))
    .selectAll()
    .orderBy("position")
    .orderBy("id")
    .execute();

export const findPhrasesIn = (db: Db, familyId: number, categoryId: number) =>
  db
    .selectFrom(phrasesOf(db, familyId).as("phrases"))
    .select(["id", "phrase", "is_hidden"])
    .where("category_id", "=", categoryId)
    .orderBy("position")
    .orderBy("id")
    .execute();

export const findLibraryPhrasesIn = (db: Db, categoryId: number) =>
  db
    .selectFrom("help_phrases")
    .select(["id", "phrase"])
    .where("category_id", "=", categoryId)
    .orderBy("id")
    .execute();

/** Whether admins of the family can hide or move this phrase. */
export async function hasPhrase(db: Db, familyId: number, id: number): Promise<boolean> {
  const phrase = await db
    .selectFrom(phrasesOf(db, familyId).as("phrases"))
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return phrase !== undefined;
}

/** Finds hidden and deleted phrases too. A device may still show one, and no request for help is refused for that. */
export const findAskedPhrase = (db: Db, familyId: number, id: number) =>
  db
    .selectFrom("help_phrases")
    .select(["id", "phrase", "category_id"])
    .where("id", "=", id)
    .unionAll(
      db
        .selectFrom("family_phrases")
        .select(["id", "phrase", "category_id"])
        .where("family_id", "=", familyId)
        .where("id", "=", id)
        .where("phrase", "is not", null)
        .$narrowType<{ category_id: NotNull; phrase: NotNull }>(),
    )
    .executeTakeFirst();

/** The rows that count against the limit of a category. */
export const ownPhrasesIn = (familyId: number, categoryId: number) =>
  sql`family_phrases where family_id = ${familyId} and category_id = ${categoryId} and not is_deleted`;

export const insertPhrase = (trx: Db, phrase: NewRow<"family_phrases">) =>
  trx.insertInto("family_phrases").values(phrase).returning("id").executeTakeFirstOrThrow();

/** Returns one of the family's own phrases as it was. A device may still show it, so its row stays for a while. */
export const markPhraseDeleted = (trx: Db, familyId: number, id: number) =>
  trx
    .updateTable("family_phrases")
    .set({ is_deleted: true })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("phrase", "is not", null)
    .where("is_deleted", "=", false)
    .returning(["category_id", "is_hidden", "position"])
    .executeTakeFirst();

/** Deletes all but the phrases that were deleted last. */
export async function deleteOldestPhrases(trx: Db, familyId: number, maxDeleted: number): Promise<void> {
  await trx
    .deleteFrom("family_phrases")
    .where("family_id", "=", familyId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("family_phrases")
        .select("id")
        .where("family_id", "=", familyId)
        .where("is_deleted", "=", true)
        .orderBy("id", "desc")
        .offset(maxDeleted),
    )
    .execute();
}

/** A guide stays with its phrase when the phrase gets a new id. Returns false if there is none. */
export async function moveGuides(trx: Db, familyId: number, from: number, to: number): Promise<boolean> {
  const moved = await trx
    .updateTable("guides")
    .set({ phrase_id: to })
    .where("family_id", "=", familyId)
    .where("phrase_id", "=", from)
    .returning("id")
    .execute();
  return moved.length > 0;
}

export async function setPhraseHidden(
  trx: Db,
  familyId: number,
  id: number,
  isHidden: boolean,
): Promise<void> {
  await trx
    .insertInto("family_phrases")
    .values({ family_id: familyId, id, is_hidden: isHidden })
    .onConflict((conflict) => conflict.columns(["family_id", "id"]).doUpdateSet({ is_hidden: isHidden }))
    .execute();
}

/** Puts these phrases into this order. */
export async function setPhrasePositions(trx: Db, familyId: number, ids: readonly number[]): Promise<void> {
  await trx
    .insertInto("family_phrases")
    .values(ids.map((id, index) => ({ family_id: familyId, id, position: index + 1 })))
    .onConflict((conflict) =>
      conflict.columns(["family_id", "id"]).doUpdateSet((eb) => ({ position: eb.ref("excluded.position") })),
    )
    .execute();
}

export async function findLibraryIds(db: Db): Promise<number[]> {
  const library = await db.selectFrom("help_phrases").select("id").execute();
  return library.map(({ id }) => id);
}

/** Inserts phrases of an imported family. A phrase that is in the file twice is inserted once. */
export async function insertImportedPhrases(
  trx: Db,
  phrases: readonly NewRow<"family_phrases">[],
): Promise<void> {
  if (phrases.length === 0) return;
  await trx
    .insertInto("family_phrases")
    .values([...phrases])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
