// Imports the help phrases and the plan of a family from another server.
import * as z from "zod/mini";
import { NewHelpPhrase } from "#contract/help/phrases.ts";
import type { ChosenEscalationPlan } from "#contract/help/plan.ts";
import { Id } from "#contract/values.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";

/** A phrase of the family's own. */
const OwnPhrase = z.object({ id: Id, categoryId: Id, words: NewHelpPhrase.shape.phrase });
/** A family's change to a phrase that every server has. */
const LibraryPhrase = z.object({ id: Id, categoryId: z.null(), words: z.null() });
const Position = z.int().check(z.positive(), z.maximum(2 ** 31 - 1));
const place = { isHidden: z.boolean(), position: z.nullable(Position) };

export const ImportedPhrase = z.union([z.extend(OwnPhrase, place), z.extend(LibraryPhrase, place)]);
type ImportedPhrase = z.output<typeof ImportedPhrase>;
type ImportedOwnPhrase = Extract<ImportedPhrase, { words: string }>;

// The ids of families' own phrases start here. An edited phrase has its earlier id as its position.
const firstOwnId = 10_000;

const placeOf = ({ position, id }: ImportedPhrase): number => position ?? id;

async function refuseUnfit(trx: Db, own: readonly ImportedOwnPhrase[], max: number): Promise<void> {
  const rows = await trx.selectFrom("help_categories").select("id").execute();
  const known = new Set(rows.map(({ id }) => id));
  if (own.some(({ categoryId }) => !known.has(categoryId)))
    throw new Invalid(
      "This file has help phrases that this server has no place for. Please update it first.",
    );
  const byCategory = Map.groupBy(own, ({ categoryId }) => categoryId);
  if (byCategory.values().some(({ length }) => length > max))
    throw new Invalid(`This file has too many help phrases. A category here can have at most ${max}.`);
}

export async function importPhrases(
  trx: Db,
  phrases: readonly ImportedPhrase[],
  { familyId, limits }: { familyId: number; limits: Limits },
): Promise<void> {
  const own = phrases.filter((phrase): phrase is ImportedOwnPhrase => phrase.words !== null);
  await refuseUnfit(trx, own, limits.phrasesPerCategory);
  const library = new Set((await trx.selectFrom("help_phrases").select("id").execute()).map(({ id }) => id));
  // The new ids rise in this order, so that phrases without a position keep theirs.
  const inOrder = own.toSorted((one, other) => placeOf(one) - placeOf(other) || one.id - other.id);
  const rows = inOrder.map(({ categoryId, words, isHidden, position }) => ({
    family_id: familyId,
    category_id: categoryId,
    phrase: words,
    is_hidden: isHidden,
    position: position !== null && position < firstOwnId ? position : null,
  }));
  if (rows.length > 0) await trx.insertInto("family_phrases").values(rows).execute();
  const changes = phrases
    .filter(({ id, words }) => words === null && library.has(id))
    .map(({ id, isHidden, position }) => ({ family_id: familyId, id, is_hidden: isHidden, position }));
  if (changes.length > 0)
    await trx
      .insertInto("family_phrases")
      .values(changes)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The first contact is a person, so it is chosen again once that person is back. */
export async function importPlan(
  trx: Db,
  { steps, quietHours }: ChosenEscalationPlan,
  familyId: number,
): Promise<void> {
  const quiet = { quiet_from: quietHours?.from ?? null, quiet_until: quietHours?.until ?? null };
  await trx
    .insertInto("escalation_plans")
    .values({ family_id: familyId, steps: JSON.stringify(steps), ...quiet })
    .execute();
}
