import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant, LinkParams } from "../values.ts";
import { HelpPromise, HelpRequestState, Verdict } from "./request-state.ts";

/** The page behind the link in a message, for its recipient. */
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
  /** When the helper will call or come, if they have said so. */
  promise: z.nullable(HelpPromise),
  /** Whether the request asks if something is a scam. */
  isScamCheck: z.boolean(),
  /** What the recipient has said about that. */
  yourVerdict: z.nullable(Verdict),
});
export type HelpAnswer = z.output<typeof HelpAnswer>;

export const getHelpAnswer = endpoint({
  method: "GET",
  path: "/api/help-answers/:token",
  access: "anyone",
  summary: "The request that a message asks about; reading it changes nothing",
  params: LinkParams,
  response: HelpAnswer,
});

export const acknowledgeByLink = endpoint({
  method: "POST",
  path: "/api/help-answers/:token/acknowledgement",
  access: "anyone",
  summary: 'Say "I\'ll help" through the link in a message, without a sign-in',
  params: LinkParams,
  response: HelpAnswer,
});

export const handOnByLink = endpoint({
  method: "DELETE",
  path: "/api/help-answers/:token/acknowledgement",
  access: "anyone",
  summary: "Hand on a request through the link in a message: the family is asked again",
  params: LinkParams,
  response: HelpAnswer,
});
