import type { Generated } from "kysely";

interface Puzzles {
  family_id: number;
  id: Generated<number>;
  question: string;
  options: string[];
  correct_answer: string;
  is_active: Generated<boolean>;
  created_at: Date;
}

interface PuzzleAnswers {
  family_id: number;
  person_id: number;
  /** The family's day, YYYY-MM-DD. */
  answered_on: string;
  puzzle_id: number;
  /** The days in a row, this one included; 0 if the answer was wrong. */
  days_in_row: number;
  answered_at: Date;
}

export interface PuzzleTables {
  puzzles: Puzzles;
  puzzle_answers: PuzzleAnswers;
}
