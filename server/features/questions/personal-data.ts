// Exports the questions that a family has set, and imports them, so that the built-in ones go on where they were.
import type * as z from "zod/mini";
import type { ImportedQuestion } from "#contract/questions.ts";
import { inPages, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedQuestions = (db: Db, familyId: number): Pages =>
  inPages((last: { sunday: string } | undefined) =>
    db
      .selectFrom("questions")
      .select(["sunday", "text"])
      .where("family_id", "=", familyId)
      .where("sunday", ">", last?.sunday ?? "-infinity")
      .orderBy("sunday")
      .limit(pageSize)
      .execute(),
  );

export async function importQuestions(
  trx: Db,
  questions: readonly z.output<typeof ImportedQuestion>[],
  familyId: number,
): Promise<void> {
  const rows = questions.map((question) => ({ family_id: familyId, ...question }));
  if (rows.length === 0) return;
  await trx
    .insertInto("questions")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
