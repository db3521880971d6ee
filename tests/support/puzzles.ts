// Uses today's puzzle in the way a person's screen does.
import { answerPuzzle, changePuzzleSharing, getActivePuzzle, type TodaysPuzzle } from "#contract/puzzles.ts";
import type { Somebody } from "./people.ts";

export async function shown({ client }: Somebody): Promise<TodaysPuzzle> {
  const puzzle = await client.call(getActivePuzzle);
  if (!puzzle) throw new Error("There is no puzzle today.");
  return puzzle;
}

export async function solve(somebody: Somebody) {
  const { id: puzzleId, correctAnswer: answer } = await shown(somebody);
  return somebody.client.call(answerPuzzle, { body: { puzzleId, answer } });
}

export async function answerWrongly(somebody: Somebody) {
  const { id: puzzleId, correctAnswer, options } = await shown(somebody);
  const answer = options.find((option) => option !== correctAnswer);
  return somebody.client.call(answerPuzzle, { body: { puzzleId, answer } });
}

/** Sets whether the family sees when this person solves the puzzle. */
export const allow = ({ client }: Somebody, isShared: boolean) =>
  client.call(changePuzzleSharing, { body: { isShared } });
