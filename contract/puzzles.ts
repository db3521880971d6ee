import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Day, Id, IdParams, Instant, line, nothing } from "./values.ts";

export const Puzzle = z.object({
  id: Id,
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  isActive: z.boolean(),
  date: Instant,
});
export type Puzzle = z.output<typeof Puzzle>;

/** `nextOn` is the next day on which the puzzle appears, which may be today. An inactive puzzle has none. */
export const ListedPuzzle = z.extend(Puzzle, { nextOn: z.nullable(Day) });
export type ListedPuzzle = z.output<typeof ListedPuzzle>;

const areDifferent = (options: string[]) =>
  new Set(options.map((option) => option.toLowerCase())).size === options.length;

const tooFewOptions = "At least 2 options are required";

const Options = z
  .array(line(120, 1), tooFewOptions)
  .check(
    z.minLength(2, tooFewOptions),
    z.maxLength(8, "Please use at most 8 options"),
    z.refine(areDifferent, "Two of the options are the same"),
  );

export const NewPuzzle = z
  .strictObject({
    question: line(300, 5, "Question must be at least 5 characters"),
    options: Options,
    correctAnswer: line(120, 1, "Correct answer is required"),
    isActive: z._default(z.boolean(), true),
    date: z.optional(
      z.iso
        .datetime({ offset: true })
        .check(z.regex(/^(19|20|21)\d\d-/, "Please give a date like 2026-11-20T10:00:00Z")),
    ),
  })
  .check(
    z.refine(({ options, correctAnswer }) => correctAnswer === "" || options.includes(correctAnswer), {
      error: "The correct answer must be one of the options",
      path: ["correctAnswer"],
    }),
  );

export const listPuzzles = endpoint({
  method: "GET",
  path: "/api/puzzles",
  access: "admin",
  summary: "The family's own puzzles, newest first",
  response: z.array(ListedPuzzle),
});

export const createPuzzle = endpoint({
  method: "POST",
  path: "/api/puzzles",
  access: "admin",
  summary: "Add a puzzle to the family's own",
  body: NewPuzzle,
  response: Puzzle,
  status: 201,
});

export const changePuzzle = endpoint({
  method: "PUT",
  path: "/api/puzzles/:id",
  access: "admin",
  summary: "Turn a puzzle on or off",
  params: IdParams,
  body: z.strictObject({ isActive: z.boolean() }),
  response: Puzzle,
});

export const deletePuzzle = endpoint({
  method: "DELETE",
  path: "/api/puzzles/:id",
  access: "admin",
  summary: "Delete a puzzle",
  params: IdParams,
  response: nothing,
});

export const TodaysPuzzle = z.extend(Puzzle, {
  /** The day of this puzzle, in the time zone of the family. */
  day: Day,
  /** The caller's streak. Until today is over, a streak that ends yesterday still counts. */
  daysInARow: z.int(),
  hasSolvedToday: z.boolean(),
  /** Other grandparents who have solved it and share that with their family. */
  solvedBy: z.array(z.string()),
});
export type TodaysPuzzle = z.output<typeof TodaysPuzzle>;

export const getActivePuzzle = endpoint({
  method: "GET",
  path: "/api/puzzles/active",
  access: "member",
  summary: "Today's puzzle, null when there is none",
  response: z.nullable(TodaysPuzzle),
});

export const answerPuzzle = endpoint({
  method: "POST",
  path: "/api/puzzles/active/answers",
  access: "member",
  summary: "Answer today's puzzle, as often as you like: once solved, it stays solved",
  body: z.strictObject({ puzzleId: Id, answer: line(120, 1) }),
  response: z.object({ isCorrect: z.boolean(), correctAnswer: z.string(), daysInARow: z.int() }),
});

const PuzzleSharing = z.object({ isShared: z.boolean() });

export const getPuzzleSharing = endpoint({
  method: "GET",
  path: "/api/account/puzzle-sharing",
  access: "person",
  summary: "Whether your families can see when you solve the puzzle",
  response: PuzzleSharing,
});

export const changePuzzleSharing = endpoint({
  method: "PUT",
  path: "/api/account/puzzle-sharing",
  access: "person",
  summary: "Choose whether your families can see when you solve the puzzle",
  body: z.strictObject({ isShared: z.boolean() }),
  response: nothing,
});
