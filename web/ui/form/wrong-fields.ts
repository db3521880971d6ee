import type { FieldErrors } from "react-hook-form";

export interface WrongField {
  name: string;
  message: string;
}

const messageOf = (error: FieldErrors[string] | FieldErrors["root"]): string =>
  String(error?.message ?? error?.root?.message ?? "Please look at this again");

/** What is wrong with the form, one line a field. */
export const wrongFields = (errors: FieldErrors): WrongField[] =>
  Object.entries(errors)
    .filter(([name]) => name !== "root")
    .map(([name, error]) => ({ name, message: messageOf(error) }));

const problemOf = (reason: unknown): object =>
  reason instanceof Error && "problem" in reason && typeof reason.problem === "object"
    ? (reason.problem ?? {})
    : {};

/** What the server says is wrong with the fields, in an error that carries a `Problem`. */
export function refusedFields(reason: unknown): WrongField[] {
  const problem = problemOf(reason);
  const fields = "fields" in problem && problem.fields ? Object.entries(problem.fields) : [];
  return fields.map(([name, message]) => ({ name, message: String(message) }));
}

/** What the server says of the whole. */
export function refusal(reason: unknown): string {
  const problem = problemOf(reason);
  return "message" in problem ? String(problem.message) : "Something went wrong. Please try again.";
}
