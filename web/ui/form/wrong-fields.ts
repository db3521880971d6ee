export interface WrongField {
  name: string;
  message: string;
}

/** As react-hook-form has them: by field, and `root` of the whole. */
type Errors = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const messageOf = (error: object): string =>
  "message" in error && error.message ? String(error.message) : "Please check this again";

/** What is wrong with one entry of a list, or with all of it, is wrong with the list. */
function wrongWithin(errors: object, within: readonly string[]): WrongField[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (!isObject(error)) return [];
    const path = [...within, name];
    if (!("type" in error || "message" in error)) return wrongWithin(error, path);
    const isOfList = name === "root" || Array.isArray(errors);
    return [{ name: (isOfList ? within : path).join("."), message: messageOf(error) }];
  });
}

/** What is wrong with the form, one line a field. One within another is named like `steps.0.channels`. */
export function wrongFields({ root: _, ...errors }: Errors): WrongField[] {
  const wrong = wrongWithin(errors, []);
  return wrong.filter(({ name }, place) => wrong.findIndex((one) => one.name === name) === place);
}

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
