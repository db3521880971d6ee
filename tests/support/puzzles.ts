// Uses today's puzzle in the way a person's screen does.
import { answerPuzzle, changePuzzleSharing, getActivePuzzle, type TodaysPuzzle } from "#contract/puzzles.ts";
import type { Person } from "./people.ts";

export const newPuzzle = {
  question: "Which is the red planet?",
  options: ["Mars", "Venus"],
  correctAnswer: "Mars",
};

export async function shown({ client }: Person): Promise<TodaysPuzzle> {
  const puzzle = await client.call(getActivePuzzle);
  if (!puzzle) throw new Error("There is no puzzle today.");
  return puzzle;
}

export async function solve(person: Person) {
  const { id: puzzleId, correctAnswer: answer } = await shown(person);
  return person.client.call(answerPuzzle, { body: { puzzleId, answer } });
}

export async function answerWrongly(person: Person) {
  const { id: puzzleId, correctAnswer, options } = await shown(person);
  const answer = options.find((option) => option !== correctAnswer);
  return person.client.call(answerPuzzle, { body: { puzzleId, answer } });
}

/** Sets whether the family sees when this person solves the puzzle. */
export const allow = ({ client }: Person, isShared: boolean) =>
  client.call(changePuzzleSharing, { body: { isShared } });
