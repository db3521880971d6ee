// What exports say of puzzles, and how an import brings them.
import type * as z from "zod/mini";
import type { NewPuzzle } from "#contract/puzzles.ts";
import { inPages, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedPuzzles = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("puzzles")
      .select(["id", "question", "options", "correct_answer as correctAnswer", "is_active as isActive"])
      .select("created_at as createdAt")
      .where("family_id", "=", familyId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

/** The answers of a person, for their own export only, because they decide whether the family sees them. */
export const exportedAnswers = (db: Db, familyId: number, personId: number): Pages =>
  inPages((last: { day: string; puzzleId: number } | undefined) =>
    db
      .selectFrom("puzzle_answers")
      .select(["family_id as familyId", "answered_on as day", "puzzle_id as puzzleId"])
      .select("days_in_row as daysInRow")
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("answered_on", "puzzle_id"), ">", tuple(last?.day ?? "-infinity", last?.puzzleId ?? 0)),
      )
      .orderBy("answered_on")
      .orderBy("puzzle_id")
      .limit(pageSize)
      .execute(),
  );

export async function importPuzzles(
  trx: Db,
  puzzles: readonly z.output<typeof NewPuzzle>[],
  { familyId, now }: { familyId: number; now: Date },
): Promise<void> {
  const rows = puzzles.map(({ question, options, correctAnswer, isActive, date }) => ({
    family_id: familyId,
    question,
    options,
    correct_answer: correctAnswer,
    is_active: isActive,
    created_at: date ? new Date(date) : now,
  }));
  if (rows.length > 0) await trx.insertInto("puzzles").values(rows).execute();
}
