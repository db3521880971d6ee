import * as z from "zod/mini";

/** The body of every error. `fields` says what is wrong with each field of a form. */
export const Problem = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type Problem = z.output<typeof Problem>;
