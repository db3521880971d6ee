// The weekly question: grandparents are asked it on Sunday, and answer by voice or in words. The family gets the answer as
// a hello. A helper can set the question of next Sunday.
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Day, line, nothing } from "./values.ts";

export const maxQuestion = 120;

const Question = z.object({
  /** The Sunday on which it is asked. It tells questions apart. */
  sunday: Day,
  text: z.string(),
});
export type Question = z.output<typeof Question>;

export const getCurrentQuestion = endpoint({
  method: "GET",
  path: "/api/questions/current",
  access: "member",
  summary:
    "The question of this week, from Sunday to Wednesday, for a grandparent who has not answered it. Null otherwise",
  response: z.nullable(Question),
});

const NextQuestion = z.extend(Question, {
  /** Whether a helper has set it. */
  isOwn: z.boolean(),
});
export type NextQuestion = z.output<typeof NextQuestion>;

export const getNextQuestion = endpoint({
  method: "GET",
  path: "/api/questions/next",
  access: "helper",
  switch: "weeklyQuestion",
  summary: "The question of next Sunday",
  response: NextQuestion,
});

const typedQuestion = line(maxQuestion, 1, "Please write a question");

/** A question that a family has set, as an import checks it. */
export const ImportedQuestion = z.object({ sunday: Day, text: typedQuestion });

export const setNextQuestion = endpoint({
  method: "PUT",
  path: "/api/questions/next",
  access: "helper",
  switch: "weeklyQuestion",
  summary: "Set the question of next Sunday, or go back to the built-in one",
  body: z.strictObject({
    sunday: Day,
    /** Null for the built-in one. */
    text: z.nullable(typedQuestion),
  }),
  response: nothing,
});
