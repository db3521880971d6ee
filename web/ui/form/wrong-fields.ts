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

const sorry = "Something went wrong. Please try again.";

/** An error that is meant for the form has `fields`, or carries the server's problem. */
function refusalIn(reason: unknown): object {
  if (!(reason instanceof Error)) return {};
  if ("problem" in reason) return typeof reason.problem === "object" ? (reason.problem ?? {}) : {};
  return "fields" in reason ? reason : {};
}

/** What was refused about single fields. */
export function refusedFields(reason: unknown): WrongField[] {
  const refused = refusalIn(reason);
  const fields = "fields" in refused && refused.fields ? Object.entries(refused.fields) : [];
  return fields.map(([name, message]) => ({ name, message: String(message) }));
}

/** What was refused about the whole; an error that is not meant for people says that we are sorry. */
export function refusal(reason: unknown): string {
  const refused = refusalIn(reason);
  return "message" in refused && refused.message ? String(refused.message) : sorry;
}
