// The phrases with which people ask for help: those of the library, and those that admins add, change, hide and order.
import { isDeepStrictEqual } from "node:util";
import { scamCategoryId } from "#contract/help/known-categories.ts";
import type {
  FamilyCategory,
  FamilyPhrase,
  HelpCategory,
  HelpPhrase,
  NewHelpPhrase,
  ShownCategory,
} from "#contract/help/phrases.ts";
import { lockFamily } from "#server/features/families/queries.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import {
  deleteOldestPhrases,
  findCategories,
  findLibraryPhrasesIn,
  findPhrases,
  findPhrasesIn,
  hasCategory,
  hasPhrase,
  insertPhrase,
  markPhraseDeleted,
  moveGuides,
  ownPhrasesIn,
  setPhraseHidden,
  setPhrasePositions,
} from "./queries.ts";

/** Requests can still use the phrases that were deleted last. */
const maxDeletedPhrases = 500;

/** The specification's eight. The app shows "Is this a scam?" apart from them, and first. */
export const categories = async ({ reads }: Database): Promise<HelpCategory[]> =>
  (await findCategories(reads)).filter(({ id }) => id !== scamCategoryId);

const toPhrase = ({ id, phrase }: HelpPhrase): HelpPhrase => ({ id, phrase });

/** Returns the phrases of the member's family, or of the library for anyone else. */
export async function phrasesOf(
  { reads }: Database,
  member: Member | undefined,
  categoryId: number,
): Promise<HelpPhrase[]> {
  if (!member) return await findLibraryPhrasesIn(reads, categoryId);
  const phrases = await findPhrasesIn(reads, member.familyId, categoryId);
  return phrases.filter(({ is_hidden }) => !is_hidden).map(toPhrase);
}

async function categoriesWithPhrases({ reads }: Database, { familyId }: Member) {
  const [categories, phrases] = await Promise.all([findCategories(reads), findPhrases(reads, familyId)]);
  const byCategory = Map.groupBy(phrases, ({ category_id }) => category_id);
  return categories.map((category) => ({ category, phrases: byCategory.get(category.id) ?? [] }));
}

/** Returns what the calls of all categories return, in one answer. "Is this a scam?" comes first. */
export async function shownPhrases(database: Database, member: Member): Promise<ShownCategory[]> {
  const found = await categoriesWithPhrases(database, member);
  const rank = ({ category }: (typeof found)[number]) => (category.id === scamCategoryId ? 0 : 1);
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ category, phrases }) => ({
      ...category,
      phrases: phrases.filter(({ is_hidden }) => !is_hidden).map(toPhrase),
    }));
}

const toFamilyPhrase = (id: number, phrase: string, isOwn: boolean, isHidden: boolean): FamilyPhrase => ({
  id,
  phrase,
  isOwn,
  isHidden,
});

export async function familyPhrases(database: Database, member: Member): Promise<FamilyCategory[]> {
  const found = await categoriesWithPhrases(database, member);
  return found.map(({ category, phrases }) => ({
    ...category,
    phrases: phrases.map(({ id, phrase, is_own, is_hidden }) =>
      toFamilyPhrase(id, phrase, is_own, is_hidden),
    ),
  }));
}

export async function addPhrase(
  { database, config }: World,
  { familyId }: Member,
  { categoryId, phrase }: NewHelpPhrase,
): Promise<FamilyPhrase> {
  if (!(await hasCategory(database.reads, categoryId)))
    throw new Invalid("Please choose again.", { categoryId: "This is no longer on the list." });
  return await database.kysely.transaction().execute(async (trx) => {
    await refuseBeyondLimit(trx, familyId, {
      max: config.limits.phrasesPerCategory,
      stored: ownPhrasesIn(familyId, categoryId),
      rowsName: "phrases of your own here",
      field: "phrase",
    });
    const { id } = await insertPhrase(trx, { family_id: familyId, category_id: categoryId, phrase });
    await publish(trx, familyId, "help-phrases");
    return toFamilyPhrase(id, phrase, true, false);
  });
}

async function deleteOwnPhrase(trx: Db, { familyId }: Member, id: number) {
  const before = await markPhraseDeleted(trx, familyId, id);
  if (!before) throw new NotFound();
  return before;
}

/** A changed phrase keeps its place and gets a new id, because older requests name the old one. */
export const changePhrase = (
  { database }: World,
  member: Member,
  id: number,
  phrase: string,
): Promise<FamilyPhrase> =>
  database.kysely.transaction().execute(async (trx) => {
    const { familyId } = member;
    const { position, ...before } = await deleteOwnPhrase(trx, member, id);
    const changed = await insertPhrase(trx, {
      ...before,
      family_id: familyId,
      phrase,
      position: position ?? id,
    });
    if (await moveGuides(trx, familyId, id, changed.id)) await publish(trx, familyId, "guides");
    await deleteOldestPhrases(trx, familyId, maxDeletedPhrases);
    await publish(trx, familyId, "help-phrases");
    return toFamilyPhrase(changed.id, phrase, true, before.is_hidden);
  });

export const removePhrase = ({ database }: World, member: Member, id: number): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    await deleteOwnPhrase(trx, member, id);
    await deleteOldestPhrases(trx, member.familyId, maxDeletedPhrases);
    await publish(trx, member.familyId, "help-phrases");
  });

export const hidePhrase = (
  { database }: World,
  { familyId }: Member,
  id: number,
  isHidden: boolean,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    if (!(await hasPhrase(trx, familyId, id))) throw new NotFound();
    await setPhraseHidden(trx, familyId, id, isHidden);
    await publish(trx, familyId, "help-phrases");
  });

const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

/** Refuses an order that does not name every phrase of the category exactly once. */
export const orderPhrases = (
  { database }: World,
  { familyId }: Member,
  categoryId: number,
  ids: readonly number[],
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    await lockFamily(trx, familyId);
    const current = await findPhrasesIn(trx, familyId, categoryId);
    if (current.length === 0) throw new NotFound();
    if (!isDeepStrictEqual(sorted(ids), sorted(current.map(({ id }) => id))))
      throw new Conflict("Someone else just changed the phrases. Please check again.");
    await setPhrasePositions(trx, familyId, ids);
    await publish(trx, familyId, "help-phrases");
  });
