import * as z from "zod/mini";

/** On the sender's device it is LOCAL and SENDING before the server has it. */
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
