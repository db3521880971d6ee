import type { Db } from "#server/platform/db/schema.ts";

/** Finds the family's own question of a Sunday, and counts those of the Sundays before it. */
export const findOwn = (db: Db, familyId: number, sunday: string) =>
  db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom("questions")
        .select("text")
        .where("family_id", "=", familyId)
        .where("sunday", "=", sunday)
        .as("text"),
      selectFrom("questions")
        .select(fn.countAll<number>().as("count"))
        .where("family_id", "=", familyId)
        .where("sunday", "<", sunday)
        .$asScalar()
        .$notNull()
        .as("countBefore"),
    ])
    .executeTakeFirstOrThrow();

export async function hasAnswered(
  db: Db,
  familyId: number,
  { personId, sunday }: { personId: number; sunday: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("hellos")
    .select("id")
    .where("family_id", "=", familyId)
    .where("sunday", "=", sunday)
    .where("given_by", "=", personId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export const upsertQuestion = (
  trx: Db,
  familyId: number,
  { sunday, text }: { sunday: string; text: string },
) =>
  trx
    .insertInto("questions")
    .values({ family_id: familyId, sunday, text })
    .onConflict((conflict) => conflict.columns(["family_id", "sunday"]).doUpdateSet({ text }))
    .execute();

export const deleteQuestion = (trx: Db, familyId: number, sunday: string) =>
  trx.deleteFrom("questions").where("family_id", "=", familyId).where("sunday", "=", sunday).execute();
