// The phrases that admins add, change, hide and order for their family.
import { sql } from "kysely";
import type { FamilyCategory, FamilyPhrase, NewHelpPhrase } from "#contract/help/phrases.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish, publishing } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { hasCategory, phrasesOfFamily } from "./phrases.ts";

const listAll = {
  name: "list-family-phrases",
  text: `select c.id, c.name, c.icon, json_agg(
      json_build_object('id', phrases.id, 'phrase', phrases.phrase, 'isOwn', is_own, 'isHidden', is_hidden)
      order by position, phrases.id
    ) as phrases
    from ${phrasesOfFamily} join help_categories c on c.id = phrases.category_id
    group by c.id order by c.id`,
};

export const familyPhrases = (database: Database, member: Member): Promise<FamilyCategory[]> =>
  database.read(listAll, [member.familyId]);

const toFamilyPhrase = ({ id, phrase, is_hidden }: Row<"family_phrases">): FamilyPhrase => ({
  id,
  phrase: phrase ?? "",
  isOwn: true,
  isHidden: is_hidden,
});

export async function add(
  { database, config }: World,
  { familyId }: Member,
  { categoryId, phrase }: NewHelpPhrase,
): Promise<FamilyPhrase> {
  if (!(await hasCategory(database, categoryId))) {
    throw new Invalid("Please choose again.", { categoryId: "This is no longer on the list." });
  }
  return await database.kysely.transaction().execute(async (trx) => {
    await refuseBeyondLimit(trx, familyId, {
      max: config.limits.phrasesPerCategory,
      stored: sql`family_phrases
        where family_id = ${familyId} and category_id = ${categoryId} and not is_deleted`,
      rowsName: "phrases of your own here",
      field: "phrase",
    });
    const row = { family_id: familyId, category_id: categoryId, phrase };
    const added = await trx.insertInto("family_phrases").values(row).returningAll().executeTakeFirstOrThrow();
    await publish(trx, familyId, "help-phrases");
    return toFamilyPhrase(added);
  });
}

// A device may still show a deleted phrase, so requests can use the most recently deleted ones.
const deletedPhrasesKept = 500;

const deleteOldest = (trx: Db, familyId: number) =>
  sql`delete from family_phrases where family_id = ${familyId} and id in (
    select id from family_phrases where family_id = ${familyId} and is_deleted
    order by id desc offset ${deletedPhrasesKept}
  )`.execute(trx);

const deleteWords = (trx: Db, { familyId }: Member, id: number): Promise<Row<"family_phrases"> | undefined> =>
  trx
    .updateTable("family_phrases")
    .set({ is_deleted: true })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("phrase", "is not", null)
    .where("is_deleted", "=", false)
    .returningAll()
    .executeTakeFirst();

/** A guide stays with its phrase when the phrase gets a new id. */
async function moveGuides(trx: Db, familyId: number, from: number, to: number): Promise<void> {
  const moved = await trx
    .updateTable("guides")
    .set({ phrase_id: to })
    .where("family_id", "=", familyId)
    .where("phrase_id", "=", from)
    .returning("id")
    .execute();
  if (moved.length > 0) await publish(trx, familyId, "guides");
}

/** A changed phrase keeps its place and gets a new id, because older requests name the old one. */
export const change = (
  { database }: World,
  member: Member,
  id: number,
  phrase: string,
): Promise<FamilyPhrase> =>
  database.kysely.transaction().execute(async (trx) => {
    const before = await deleteWords(trx, member, id);
    if (!before) throw new NotFound();
    const { family_id, category_id, is_hidden, position } = before;
    const row = { family_id, category_id, phrase, is_hidden, position: position ?? id };
    const changed = await trx
      .insertInto("family_phrases")
      .values(row)
      .returningAll()
      .executeTakeFirstOrThrow();
    await moveGuides(trx, family_id, id, changed.id);
    await deleteOldest(trx, family_id);
    await publish(trx, family_id, "help-phrases");
    return toFamilyPhrase(changed);
  });

export const remove = ({ database }: World, member: Member, id: number): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    if (!(await deleteWords(trx, member, id))) throw new NotFound();
    await deleteOldest(trx, member.familyId);
    await publish(trx, member.familyId, "help-phrases");
  });

const hideAny = {
  name: "hide-family-phrase",
  text: `with changed as (
    insert into family_phrases (family_id, id, is_hidden)
    select $1, id, $3 from ${phrasesOfFamily} where id = $2
    on conflict (family_id, id) do update set is_hidden = excluded.is_hidden
    returning family_id
  )
  select ${publishing("familyId", "family_id", "help-phrases")} from changed`,
};

export async function hide(database: Database, member: Member, id: number, isHidden: boolean): Promise<void> {
  const changed = await database.write(hideAny, [member.familyId, id, isHidden]);
  if (changed.length === 0) throw new NotFound();
}

// Returns no row unless the order names every phrase of the category exactly once.
const orderAll = {
  name: "order-family-phrases",
  text: `with ordered as (
    select id, place from unnest($3::integer[]) with ordinality as given (id, place)
  ), current as (
    select id from ${phrasesOfFamily} where category_id = $2
  ), changed as (
    insert into family_phrases (family_id, id, position)
    select $1, id, place from ordered
    where (select array_agg(id order by id) from ordered) = (select array_agg(id order by id) from current)
    on conflict (family_id, id) do update set position = excluded.position
    returning family_id
  )
  select ${publishing("familyId", "family_id", "help-phrases")} from changed`,
};

export async function order(
  database: Database,
  member: Member,
  categoryId: number,
  phraseIds: number[],
): Promise<void> {
  const values = [member.familyId, categoryId, phraseIds];
  const changed = await database.write(orderAll, values);
  if (changed.length > 0) return;
  if (!(await hasCategory(database, categoryId))) throw new NotFound();
  throw new Conflict("Someone else just changed the phrases. Please check again.");
}
