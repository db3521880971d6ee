import * as z from "zod/mini";
import { minuteMs } from "#contract/durations.ts";
import { FamilyContent } from "./content.ts";

/** "Take this family", or in a rehearsal: "Could you take it?" */
export const familyQuestion = {
  path: "/cells/families",
  body: z.strictObject({ content: FamilyContent, from: z.string(), isRehearsal: z.boolean() }),
  answer: z.strictObject({}),
  timeoutMs: minuteMs,
} as const;

/** A family's rows of many years, without its files. */
export const maxFamilyBytes = 128 * 1024 * 1024;
