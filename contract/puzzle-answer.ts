import type { Puzzle } from "./puzzles.ts";

/** The web shows the verdict at once, even without a connection, and the server counts it. Both use this function. */
export const isRightAnswer = (answer: string, { correctAnswer }: Pick<Puzzle, "correctAnswer">): boolean =>
  answer === correctAnswer;
