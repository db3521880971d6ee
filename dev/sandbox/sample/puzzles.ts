// The sample family's own puzzles, and a month of answers to the daily puzzle.

import { isRightAnswer } from "#contract/puzzle-answer.ts";
import { answerPuzzle, changePuzzleSharing, createPuzzle, getActivePuzzle } from "#contract/puzzles.ts";
import type { Family, Relative, Stage } from "./people.ts";

const puzzles = [
  {
    question: "Where did Rose and Walter meet?",
    options: ["At a county fair", "On a train", "At school", "In a bakery"],
    correctAnswer: "On a train",
  },
  {
    question: "What was the name of our first dog?",
    options: ["Biscuit", "Rusty", "Captain", "Pepper"],
    correctAnswer: "Rusty",
  },
  {
    question: "How many grandchildren can whistle?",
    options: ["None", "One", "All of them"],
    correctAnswer: "One",
  },
  {
    question: "Which pie is on most Thanksgiving tables?",
    options: ["Pumpkin", "Apple", "Pecan"],
    correctAnswer: "Pumpkin",
  },
];

async function answerOf(day: number, { guest }: Relative, { clock }: Stage): Promise<void> {
  clock.go(day, "09:10");
  const puzzle = await guest.call(getActivePuzzle);
  if (!puzzle) return;
  const { id: puzzleId, options, correctAnswer } = puzzle;
  // One answer was wrong, so the streak begins after that day.
  const answer = day === -12 ? options.find((option) => !isRightAnswer(option, puzzle)) : correctAnswer;
  await guest.call(answerPuzzle, { body: { puzzleId, answer } });
}

/** Today's puzzle is left for the visitor. */
export async function solvePuzzles(stage: Stage, { anna, rose }: Family): Promise<void> {
  stage.clock.go(-28, "21:00");
  for (const body of puzzles) await anna.guest.call(createPuzzle, { body });
  await rose.guest.call(changePuzzleSharing, { body: { isShared: true } });
  for (let day = -27; day < 0; day++) await answerOf(day, rose, stage);
}
