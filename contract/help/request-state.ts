import * as z from "zod/mini";

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
