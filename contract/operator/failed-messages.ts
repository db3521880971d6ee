// Messages that were given up: to whom, by which channel and why, and never what they say.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Channel } from "../messages.ts";
import { Id, IdParams, Instant, PathId } from "../values.ts";

export const FailedMessage = z.object({
  id: Id,
  failedAt: Instant,
  kind: z.string(),
  channel: Channel,
  /** A person's name, if the recipient has an account. */
  name: z.nullable(z.string()),
  /** The end of the address: two digits of a number, or the host of an e-mail address. */
  address: z.nullable(z.string()),
  /** Null if the message failed before reasons were kept. */
  reason: z.nullable(z.string()),
  /** Why it cannot be sent again, or null if it can. */
  notAgain: z.nullable(z.string()),
});
export type FailedMessage = z.output<typeof FailedMessage>;

export const FailedMessages = z.object({ messages: z.array(FailedMessage), hasMore: z.boolean() });
export type FailedMessages = z.output<typeof FailedMessages>;

export const listFailedMessages = endpoint({
  method: "GET",
  path: "/api/operator/failed-messages",
  access: "operator",
  summary: "The messages that were given up in the last 30 days, newest first, 50 at a time",
  // The time and the number of the last message that the caller already has.
  query: z.object({ beforeTime: z.optional(Instant), beforeId: z.optional(PathId) }),
  response: FailedMessages,
});

/** How many are sent again, and how many are about something that is over. */
export const Resent = z.object({ resent: z.int(), over: z.int() });
export type Resent = z.output<typeof Resent>;

export const resendMessage = endpoint({
  method: "POST",
  path: "/api/operator/failed-messages/:id/resending",
  access: "operator",
  summary: "Send a message again that was given up, unless what it is about is over",
  params: IdParams,
  response: Resent,
});

export const resendMessages = endpoint({
  method: "POST",
  path: "/api/operator/failed-messages/resending",
  access: "operator",
  summary: "Send all messages of a channel again that were given up in the last 30 days and still make sense",
  body: z.strictObject({ channel: Channel }),
  response: Resent,
});
