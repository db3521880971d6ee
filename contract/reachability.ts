import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Role } from "./families.ts";
import { Channel } from "./notifications.ts";
import { Id, Instant, PathId } from "./values.ts";

/**
 * Whether somebody would hear when help is asked for. one-person: only one would. unproven: nothing has been shown to
 * arrive with anybody for two weeks, though tests were sent. nobody: no way leads to anybody.
 */
export const ReachabilityState = z.enum(["reachable", "one-person", "unproven", "nobody"]);
export type ReachabilityState = z.output<typeof ReachabilityState>;

/** Why a provider will never bring anything to an address. */
export const refusals = ["unknown", "full", "unsubscribed", "landline", "blocked", "gone", "other"] as const;
export const Refusal = z.enum(refusals);
export type Refusal = z.output<typeof Refusal>;

/** What is known of one way that leads to a person. */
export const Way = z.object({
  channel: Channel,
  /** How many browsers are told by push; 1 for a number or an address. */
  places: z.int(),
  /** When something was last shown to arrive. */
  provenAt: z.nullable(Instant),
  /** Since then the provider has said that nothing ever will. */
  refusal: z.nullable(Refusal),
  testedAt: z.nullable(Instant),
  /** The first test since the proof that nothing came back from. */
  unansweredSince: z.nullable(Instant),
});
export type Way = z.output<typeof Way>;

export const MemberWays = z.object({ id: Id, name: z.string(), role: Role, ways: z.array(Way) });
export type MemberWays = z.output<typeof MemberWays>;

export const getReachability = endpoint({
  method: "GET",
  path: "/api/reachability",
  access: "member",
  summary: "Whether anyone in the family would get a request for help",
  response: z.object({ state: ReachabilityState }),
});

export const getOwnWays = endpoint({
  method: "GET",
  path: "/api/reachability/self",
  access: "person",
  summary: "Your contact methods, and what is known about each",
  response: z.array(Way),
});

export const listMemberWays = endpoint({
  method: "GET",
  path: "/api/reachability/members",
  access: "admin",
  summary: "The contact methods of everyone in the family, and what is known about each",
  response: z.array(MemberWays),
});

export const sendTest = endpoint({
  method: "POST",
  path: "/api/reachability/members/:id/tests",
  access: "admin",
  summary: "Send a member of the family a test now, by every contact method they have",
  params: z.object({ id: PathId }),
  response: z.object({ sentBy: z.array(Channel) }),
});

const params = z.object({ token: z.string().check(z.maxLength(100)) });

/** What the link of a test shows to the one whom it was sent to. */
export const TestAnswer = z.object({ name: z.string(), channel: Channel, isAnswered: z.boolean() });
export type TestAnswer = z.output<typeof TestAnswer>;

export const getTestAnswer = endpoint({
  method: "GET",
  path: "/api/test-answers/:token",
  access: "anyone",
  summary: "The test that a message belongs to; reading it changes nothing",
  params,
  response: TestAnswer,
});

export const answerTest = endpoint({
  method: "POST",
  path: "/api/test-answers/:token",
  access: "anyone",
  summary: 'Say "It works" with the link in a test, without a sign-in',
  params,
  response: TestAnswer,
});
