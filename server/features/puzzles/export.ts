import { sql } from "kysely";
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
      .where(
        sql<boolean>`(answered_on, puzzle_id) > (${last?.day ?? "-infinity"}::date, ${last?.puzzleId ?? 0}::integer)`,
      )
      .orderBy("answered_on")
      .orderBy("puzzle_id")
      .limit(pageSize)
      .execute(),
  );
