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

/** What the server says is wrong with the fields, in the shape of a `Problem`. */
export const refusedFields = (reason: unknown): WrongField[] =>
  reason instanceof Error && "fields" in reason && reason.fields
    ? Object.entries(reason.fields).map(([name, message]) => ({ name, message: String(message) }))
    : [];

export const refusal = (reason: unknown): string =>
  reason instanceof Error ? reason.message : "Something went wrong. Please try again.";
