// Imports the puzzles of a family from another server.
import type * as z from "zod/mini";
import type { NewPuzzle } from "#contract/puzzles.ts";
import type { Db } from "#server/platform/db/schema.ts";

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
