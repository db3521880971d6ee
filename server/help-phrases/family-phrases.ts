// What those who look after a family's page make of the phrases.
import type { FamilyCategory, FamilyPhrase, NewHelpPhrase } from "#contract/help-phrases.ts";
import type { Database } from "../db/connect.ts";
import { Conflict, Invalid, NotFound } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { newsFor, notifying } from "../live/publish.ts";
import { hasCategory, phrasesOfFamily } from "./help-phrases.ts";

const mostOwn = 30;

const news = ({ familyId }: Member) => newsFor(familyId, "help-phrases");

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

const returned = `id, phrase, true as "isOwn", is_hidden as "isHidden"`;

// Two at the same moment may make one more than the limit: no harm.
const addOwn = {
  name: "add-family-phrase",
  text: `with added as (
    insert into family_phrases (family_id, category_id, phrase)
    select $1, $2, $3
    where (
      select count(*) from family_phrases where family_id = $1 and category_id = $2 and not is_deleted
    ) < ${mostOwn}
    returning *
  )
  select ${returned}, ${notifying("$4")} from added`,
};

export async function add(
  database: Database,
  member: Member,
  { categoryId, phrase }: NewHelpPhrase,
): Promise<FamilyPhrase> {
  if (!(await hasCategory(database, categoryId))) {
    throw new Invalid("Please choose again.", { categoryId: "This is no longer on the list." });
  }
  const values = [member.familyId, categoryId, phrase, news(member)];
  const [added] = await database.write<FamilyPhrase>(addOwn, values);
  if (added) return added;
  const full = `There are ${mostOwn} phrases of your own here. Please delete one first.`;
  throw new Conflict(full, { phrase: full });
}

const deleting = `update family_phrases set is_deleted = true
    where family_id = $1 and id = $2 and phrase is not null and not is_deleted returning *`;

const changeOwn = {
  name: "change-family-phrase",
  text: `with deleted as (${deleting}), changed as (
    insert into family_phrases (family_id, category_id, phrase, is_hidden, position)
    select family_id, category_id, $3, is_hidden, coalesce(position, id) from deleted
    returning *
  )
  select ${returned}, ${notifying("$4")} from changed`,
};

/** In the same place with other words, and so with another id. */
export async function change(
  database: Database,
  member: Member,
  id: number,
  phrase: string,
): Promise<FamilyPhrase> {
  const values = [member.familyId, id, phrase, news(member)];
  const [changed] = await database.write<FamilyPhrase>(changeOwn, values);
  if (!changed) throw new NotFound();
  return changed;
}

const deleteOwn = {
  name: "delete-family-phrase",
  text: `with deleted as (${deleting}) select ${notifying("$3")} from deleted`,
};

export async function remove(database: Database, member: Member, id: number): Promise<void> {
  const deleted = await database.write(deleteOwn, [member.familyId, id, news(member)]);
  if (deleted.length === 0) throw new NotFound();
}

const hideAny = {
  name: "hide-family-phrase",
  text: `with changed as (
    insert into family_phrases (family_id, id, is_hidden)
    select $1, id, $3 from ${phrasesOfFamily} where id = $2
    on conflict (family_id, id) do update set is_hidden = excluded.is_hidden
    returning id
  )
  select ${notifying("$4")} from changed`,
};

export async function hide(database: Database, member: Member, id: number, isHidden: boolean): Promise<void> {
  const changed = await database.write(hideAny, [member.familyId, id, isHidden, news(member)]);
  if (changed.length === 0) throw new NotFound();
}

// No row, unless the order names every phrase of the category once.
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
    returning id
  )
  select ${notifying("$4")} from changed`,
};

export async function order(
  database: Database,
  member: Member,
  categoryId: number,
  phraseIds: number[],
): Promise<void> {
  const values = [member.familyId, categoryId, phraseIds, news(member)];
  const changed = await database.write(orderAll, values);
  if (changed.length > 0) return;
  if (!(await hasCategory(database, categoryId))) throw new NotFound();
  throw new Conflict("Somebody else has changed the phrases. Please look again.");
}
