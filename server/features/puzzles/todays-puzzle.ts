import { dayMs } from "#contract/durations.ts";
import type { Puzzle, TodaysPuzzle } from "#contract/puzzles.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { libraryPuzzleOf } from "./library.ts";
import { findActivePuzzle, findToday } from "./queries.ts";

export const toPuzzle = (row: Row<"puzzles">): Puzzle => ({
  id: row.id,
  question: row.question,
  options: row.options,
  correctAnswer: row.correct_answer,
  isActive: row.is_active,
  date: row.created_at.toISOString(),
});

/**
 * Active puzzles take turns by day: the number of the day, counted from 1970, says which of them comes. Returns the days
 * until the turn of the one at a place.
 */
export function daysUntilTurn(place: number, activeCount: number, day: string): number {
  const days = (place - Date.parse(day) / dayMs) % activeCount;
  return days < 0 ? days + activeCount : days;
}

/** The place of the active puzzle whose turn is on this day. */
const placeOnDay = (activeCount: number, day: string): number => (Date.parse(day) / dayMs) % activeCount;

type Today = NonNullable<Awaited<ReturnType<typeof findToday>>>;

/** One of the family's own puzzles, or else one of the library. */
async function puzzleOf(db: Db, familyId: number, { day, hasLibrary, activeCount }: Today) {
  const own = activeCount ? await findActivePuzzle(db, familyId, placeOnDay(activeCount, day)) : undefined;
  if (own) return toPuzzle(own);
  return hasLibrary ? await libraryPuzzleOf(day) : null;
}

/** Today's puzzle with the member's progress and the family's day, or null if there is none. */
export async function todaysPuzzle(
  { reads }: Database,
  { familyId, id: personId }: Member,
  now: Date,
): Promise<TodaysPuzzle | null> {
  const today = await findToday(reads, { familyId, personId }, now);
  const puzzle = today && (await puzzleOf(reads, familyId, today));
  if (!puzzle) return null;
  const { day, daysInARow, solutions } = today;
  const solvers = solutions.filter(({ puzzleId }) => puzzleId === puzzle.id);
  const others = solvers.filter((solver) => solver.personId !== personId);
  return {
    ...puzzle,
    day,
    daysInARow: daysInARow ?? 0,
    hasSolvedToday: others.length < solvers.length,
    solvedBy: others.map(({ name }) => name),
  };
}
