import { scamCategoryId } from "#contract/help/known-categories.ts";
import type { HelpCategory, HelpPhrase, ShownCategory } from "#contract/help/phrases.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Member } from "#server/platform/http/session.ts";

/** All phrases of the family $1 in its order, including hidden ones. Without a family, the library. */
export const phrasesOfFamily = `(
    select p.id, p.category_id, p.phrase, false as is_own, coalesce(f.is_hidden, false) as is_hidden,
      coalesce(f.position, p.id) as position
    from help_phrases p left join family_phrases f on f.family_id = $1 and f.id = p.id
    union all
    select id, category_id, phrase, true, is_hidden, coalesce(position, id)
    from family_phrases where family_id = $1 and phrase is not null and not is_deleted
  ) as phrases`;

// The specification's eight. The app shows "Is this a scam?" apart from them, and first.
const listCategories = {
  name: "list-help-categories",
  text: `select id, name, icon from help_categories where id <> ${scamCategoryId} order by id`,
};

const listPhrases = {
  name: "list-help-phrases",
  text: `select id, phrase from ${phrasesOfFamily} where category_id = $2 and not is_hidden order by position, id`,
};

const listShown = {
  name: "list-shown-phrases",
  text: `select c.id, c.name, c.icon, coalesce(
      json_agg(json_build_object('id', phrases.id, 'phrase', phrase) order by position, phrases.id)
        filter (where not is_hidden), '[]'
    ) as phrases
    from help_categories c left join ${phrasesOfFamily} on phrases.category_id = c.id
    group by c.id order by c.id <> ${scamCategoryId}, c.id`,
};

const findCategory = { name: "find-help-category", text: "select id from help_categories where id = $1" };

// A device may still show a hidden or deleted phrase, and no request for help is refused for that.
const findById = {
  name: "find-help-phrase",
  text: `select id, phrase, category_id as "categoryId" from help_phrases where id = $2
    union all
    select id, phrase, category_id from family_phrases where family_id = $1 and id = $2 and phrase is not null`,
};

export const categories = (database: Database): Promise<HelpCategory[]> => database.read(listCategories, []);

/** Returns the phrases of the member's family, or of the library for anyone else. */
export const phrasesOf = (
  database: Database,
  member: Member | undefined,
  categoryId: number,
): Promise<HelpPhrase[]> => database.read(listPhrases, [member?.familyId ?? null, categoryId]);

/** Returns what the calls of all categories return, in one answer. */
export const shownPhrases = (database: Database, { familyId }: Member): Promise<ShownCategory[]> =>
  database.read(listShown, [familyId]);

export async function hasCategory(database: Database, id: number): Promise<boolean> {
  return (await database.read(findCategory, [id])).length > 0;
}

/** Finds the text of the phrase in a request. */
export async function findPhrase(
  database: Database,
  { familyId }: Member,
  id: number,
): Promise<(HelpPhrase & { categoryId: number }) | undefined> {
  const [said] = await database.read<HelpPhrase & { categoryId: number }>(findById, [familyId, id]);
  return said;
}
