import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant, nothing } from "../values.ts";
import { HelpRequestState } from "./request-state.ts";

/** What the link in a message shows to its recipient. */
export const HelpAnswer = z.object({
  /** The recipient of the message. */
  name: z.string(),
  askedBy: z.object({ name: z.string(), phoneNumber: z.nullable(z.string()) }),
  phrase: z.string(),
  askedAt: Instant,
  state: HelpRequestState,
  /** The person who said "I'll help". */
  helperName: z.nullable(z.string()),
  isYours: z.boolean(),
});
export type HelpAnswer = z.output<typeof HelpAnswer>;

// The token of a receipt names every request in its message, so it can be long.
const params = z.object({ token: z.string().check(z.maxLength(300)) });

export const getHelpAnswer = endpoint({
  method: "GET",
  path: "/api/help-answers/:token",
  access: "anyone",
  summary: "The request that a message asks about; reading it changes nothing",
  params,
  response: HelpAnswer,
});

export const acknowledgeByLink = endpoint({
  method: "POST",
  path: "/api/help-answers/:token/acknowledgement",
  access: "anyone",
  summary: 'Say "I\'ll help" by the link of a message, without a sign-in',
  params,
  response: HelpAnswer,
});

export const recordDelivery = endpoint({
  method: "POST",
  path: "/api/help-answers/:token/receipts",
  access: "anyone",
  summary: "Say that a message has arrived on a device",
  params,
  response: nothing,
});
