import { dayOfFamily } from "#server/features/families/queries.ts";
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

/** Finds the family's day, and the Sunday of the last question that this person has answered. */
export const findDayAndAnswer = (db: Db, familyId: number, personId: number, now: Date) =>
  db
    .selectFrom("families as f")
    .select(({ selectFrom }) => [
      dayOfFamily(now).as("day"),
      selectFrom("hellos as h")
        .select(({ fn }) => fn.max<string | null>("h.sunday").as("sunday"))
        .whereRef("h.family_id", "=", "f.id")
        .where("h.given_by", "=", personId)
        .where("h.sunday", "is not", null)
        .as("answeredSunday"),
    ])
    .where("f.id", "=", familyId)
    .executeTakeFirstOrThrow();

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
