import type { Problem } from "#contract/problem.ts";
import { CallError } from "#web/platform/api/call.ts";
import { ToastedError } from "../toast/toast-error.ts";

export interface FieldError {
  name: string;
  message: string;
}

/** The errors of react-hook-form by field, with `root` for the whole form. */
type Errors = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const messageOf = (error: object): string =>
  "message" in error && error.message ? String(error.message) : "Please check this again";

/** An error in a list counts for the list as a whole. */
function wrongWithin(errors: object, within: readonly string[]): FieldError[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (!isObject(error)) return [];
    const path = [...within, name];
    if (!("type" in error || "message" in error)) return wrongWithin(error, path);
    const isOfList = name === "root" || Array.isArray(errors);
    return [{ name: (isOfList ? within : path).join("."), message: messageOf(error) }];
  });
}

/** The errors of the form, one for each field. Nested fields are named like `steps.0.channels`. */
export function wrongFields({ root: _, ...errors }: Errors): FieldError[] {
  const wrong = wrongWithin(errors, []);
  return wrong.filter(({ name }, place) => wrong.findIndex((one) => one.name === name) === place);
}

const sorry = "Something went wrong. Please try again.";

/** The server's problem, or what a toast has said about it. */
function problemIn(error: unknown): Pick<Problem, "message" | "fields"> | undefined {
  if (error instanceof CallError) return error.problem;
  return error instanceof ToastedError ? error : undefined;
}

/** The messages for single fields of a form. */
export const fieldErrors = (error: unknown): FieldError[] =>
  Object.entries(problemIn(error)?.fields ?? {}).map(([name, message]) => ({ name, message }));

/** The message about the whole form. An unexpected error gets a general one. */
export const formError = (error: unknown): string => problemIn(error)?.message || sorry;
