export interface WrongField {
  name: string;
  message: string;
}

/** The errors of react-hook-form by field, with `root` for the whole form. */
type Errors = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const messageOf = (error: object): string =>
  "message" in error && error.message ? String(error.message) : "Please check this again";

/** An error in a list counts for the list as a whole. */
function wrongWithin(errors: object, within: readonly string[]): WrongField[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (!isObject(error)) return [];
    const path = [...within, name];
    if (!("type" in error || "message" in error)) return wrongWithin(error, path);
    const isOfList = name === "root" || Array.isArray(errors);
    return [{ name: (isOfList ? within : path).join("."), message: messageOf(error) }];
  });
}

/** The errors of the form, one for each field. Nested fields are named like `steps.0.channels`. */
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

/** The errors of single fields in a refusal. */
export function refusedFields(reason: unknown): WrongField[] {
  const refused = refusalIn(reason);
  const fields = "fields" in refused && refused.fields ? Object.entries(refused.fields) : [];
  return fields.map(([name, message]) => ({ name, message: String(message) }));
}

/** The error about the whole form. An unexpected error gets a general message. */
export function refusal(reason: unknown): string {
  const refused = refusalIn(reason);
  return "message" in refused && refused.message ? String(refused.message) : sorry;
}
