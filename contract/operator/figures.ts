// Who comes to this server and what its limits refuse, as counts alone.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Day } from "../values.ts";

/** A server with many families counts only so far, to answer as fast as one with few. */
export const Count = z.object({ count: z.int(), hasMore: z.boolean() });
export type Count = z.output<typeof Count>;

/** "7" or "1,000 or more". */
export const countWords = ({ count, hasMore }: Count): string =>
  `${count.toLocaleString("en-US")}${hasMore ? " or more" : ""}`;

export const Figures = z.object({
  /** New people and families of the last 14 days in UTC, today first. */
  days: z.array(z.object({ day: Day, people: Count, families: Count })),
  openInvitations: Count,
  /** Phone numbers and e-mail addresses that got a code in the last 24 hours and have no account. */
  startedSignUps: Count,
  /** Accounts that are about to be deleted. */
  accountDeletions: Count,
  /** What each limit refused in the last 24 hours, the most frequent first. */
  limitHits: z.array(z.object({ limit: z.string(), refused: z.int() })),
});
export type Figures = z.output<typeof Figures>;

export const getFigures = endpoint({
  method: "GET",
  path: "/api/operator/figures",
  access: "operator",
  summary: "How many people and families are new, how many are on their way, and what limits refused",
  response: Figures,
});
