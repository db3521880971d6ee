import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id, Instant } from "./values.ts";

export const Puzzle = z.object({
  id: Id,
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  isActive: z.boolean(),
  date: Instant,
});
export type Puzzle = z.output<typeof Puzzle>;

export const getActivePuzzle = endpoint({
  method: "GET",
  path: "/api/puzzles/active",
  access: "member",
  summary: "Today's puzzle, null when there is none",
  response: z.nullable(Puzzle),
});
