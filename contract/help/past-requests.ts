import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, PathId } from "../values.ts";
import { Receipt, Someone } from "./requests.ts";

/** A request and how it ended. People who have left the family are still named. */
export const PastRequest = z.object({
  id: Id,
  /** The sender's device keeps pictures that have not been sent yet under this key. */
  idempotencyKey: z.string(),
  phrase: z.string(),
  categoryName: z.nullable(z.string()),
  askedBy: Someone,
  askedAt: Instant,
  /** The first "I'll help" or "Done" of another person. */
  answer: z.nullable(Receipt),
  /** RESOLVED or CANCELLED, or null while the request is open. */
  end: z.nullable(Receipt),
  /** Whether the person who asked has thanked the person who helped. */
  isThanked: z.boolean(),
  /** Whether it has pictures or messages, which `listReplies` answers as long as they are kept. */
  hasReplies: z.boolean(),
});
export type PastRequest = z.output<typeof PastRequest>;

export const PastRequests = z.object({
  requests: z.array(PastRequest),
  hasOlder: z.boolean(),
});

/** Counts the requests of the last 30 days. */
export const HelpFigures = z.object({
  asked: z.int(),
  answered: z.int(),
  /** The number of seconds within which at least half of all requests were answered. Null if fewer than half were. */
  halfWithin: z.nullable(z.int()),
});
export type HelpFigures = z.output<typeof HelpFigures>;

export const listPastRequests = endpoint({
  method: "GET",
  path: "/api/help-requests/past",
  access: "member",
  summary:
    "The requests that this member may see and how they ended, open ones too: newest first, 20 at a time",
  query: z.object({ before: z.optional(PathId) }),
  response: PastRequests,
});

export const getHelpFigures = endpoint({
  method: "GET",
  path: "/api/help-requests/figures",
  access: "helper",
  summary: "How many requests there were in the last 30 days, and how soon they were answered",
  response: HelpFigures,
});
