import { Invalid } from "#server/errors.ts";

/** The fields of a form. A signature covers one value of each field; a second one would travel unsigned. */
export function fieldsOf(text: string): Map<string, string> {
  const form = new URLSearchParams(text);
  const fields = new Map(form);
  if (fields.size < form.size) throw new Invalid("A field of this form is given twice.");
  return fields;
}
