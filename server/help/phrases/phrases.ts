import type { HelpCategory, HelpPhrase } from "#contract/help/phrases.ts";
import type { Database } from "#server/db/connect.ts";
import type { Member } from "#server/http/session.ts";

/** All phrases as the family $1 has them, hidden ones too; where $1 is null, the library. */
export const phrasesOfFamily = `(
    select p.id, p.category_id, p.phrase, false as is_own, coalesce(f.is_hidden, false) as is_hidden,
      coalesce(f.position, p.id) as position
    from help_phrases p left join family_phrases f on f.family_id = $1 and f.id = p.id
    union all
    select id, category_id, phrase, true, is_hidden, coalesce(position, id)
    from family_phrases where family_id = $1 and phrase is not null and not is_deleted
  ) as phrases`;

const listCategories = {
  name: "list-help-categories",
  text: "select id, name, icon from help_categories order by id",
};

const listPhrases = {
  name: "list-help-phrases",
  text: `select id, phrase from ${phrasesOfFamily} where category_id = $2 and not is_hidden order by position, id`,
};

const findCategory = { name: "find-help-category", text: "select id from help_categories where id = $1" };

// Hidden and deleted ones too: a device may show them still, and a call for help is not refused for that.
const findPhrase = {
  name: "find-help-phrase",
  text: `select id, phrase, category_id as "categoryId" from help_phrases where id = $2
    union all
    select id, phrase, category_id from family_phrases where family_id = $1 and id = $2 and phrase is not null`,
};

export const categories = (database: Database): Promise<HelpCategory[]> => database.read(listCategories, []);

/** Of the open family of whoever is signed in, otherwise of the library. */
export const phrasesOf = (
  database: Database,
  member: Member | undefined,
  categoryId: number,
): Promise<HelpPhrase[]> => database.read(listPhrases, [member?.familyId ?? null, categoryId]);

export async function hasCategory(database: Database, id: number): Promise<boolean> {
  return (await database.read(findCategory, [id])).length > 0;
}

/** What a member says who asks with this phrase. */
export async function saidBy(
  database: Database,
  { familyId }: Member,
  id: number,
): Promise<(HelpPhrase & { categoryId: number }) | undefined> {
  const [said] = await database.read<HelpPhrase & { categoryId: number }>(findPhrase, [familyId, id]);
  return said;
}
