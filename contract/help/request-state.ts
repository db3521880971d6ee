import * as z from "zod/mini";
import { Instant } from "../values.ts";

/** A request is LOCAL and SENDING on the sender's device until the server has stored it. */
export const HelpRequestState = z.enum([
  "ACCEPTED",
  "HANDED_OVER",
  "REACHED",
  "SEEN",
  "ESCALATED",
  "UNREACHABLE",
  "ACKNOWLEDGED",
  "RESOLVED",
  "CANCELLED",
]);
export type HelpRequestState = z.output<typeof HelpRequestState>;

/** When the helper will call or come, as they said. */
export const HelpPromise = z.object({
  kind: z.enum(["CALLING", "CALL_AT", "COMING"]),
  /** The time of a CALL_AT, otherwise null. */
  dueAt: z.nullable(Instant),
  words: z.nullable(z.string()),
  madeAt: Instant,
  /** When the person who needs help was asked whether it happened. */
  askedAt: z.nullable(Instant),
});
export type HelpPromise = z.output<typeof HelpPromise>;

/** What somebody in the family says about a possible scam. */
export const Verdict = z.enum(["SCAM", "FINE", "CALLING"]);
export type Verdict = z.output<typeof Verdict>;
