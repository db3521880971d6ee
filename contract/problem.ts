import * as z from "zod/mini";

/** The body of every error. `fields` says what is wrong with each field of a form. */
export const Problem = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Names the request in the server's log, where the server itself failed. */
  requestId: z.optional(z.string()),
});
export type Problem = z.output<typeof Problem>;
