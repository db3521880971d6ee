import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Role } from "./families.ts";
import { Channel } from "./messages.ts";
import { Id, IdParams, Instant, LinkParams } from "./values.ts";

/**
 * Whether anybody would hear a request for help. one-person: only one would. unproven: for two weeks nothing is known
 * to have arrived with anybody, although tests were sent. nobody: no contact method reaches anybody.
 */
export const ReachabilityState = z.enum(["reachable", "one-person", "unproven", "nobody"]);
export type ReachabilityState = z.output<typeof ReachabilityState>;

/** Reasons for which a provider will never deliver anything to an address. */
const refusals = ["unknown", "full", "unsubscribed", "landline", "blocked", "gone", "other"] as const;
export const Refusal = z.enum(refusals);
export type Refusal = z.output<typeof Refusal>;

/** A channel by which a person can be reached, and the evidence that it works. */
export const ContactMethod = z.object({
  channel: Channel,
  /** The number of browsers that get push messages; 1 for a number or an address. */
  places: z.int(),
  /** The last time that a message is known to have arrived. */
  provenAt: z.nullable(Instant),
  /** The provider has said since then that no message will arrive here. */
  refusal: z.nullable(Refusal),
  testedAt: z.nullable(Instant),
  /** The first unanswered test since `provenAt`. */
  unansweredSince: z.nullable(Instant),
});
export type ContactMethod = z.output<typeof ContactMethod>;

export const MemberContactMethods = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  contactMethods: z.array(ContactMethod),
});
export type MemberContactMethods = z.output<typeof MemberContactMethods>;

export const getReachability = endpoint({
  method: "GET",
  path: "/api/reachability",
  access: "member",
  summary: "Whether anyone in the family would get a request for help",
  response: z.object({ state: ReachabilityState }),
});

export const listOwnContactMethods = endpoint({
  method: "GET",
  path: "/api/reachability/self",
  access: "person",
  summary: "Your contact methods, and what is known about each",
  response: z.array(ContactMethod),
});

export const listMemberContactMethods = endpoint({
  method: "GET",
  path: "/api/reachability/members",
  access: "admin",
  summary: "The contact methods of everyone in the family, and what is known about each",
  response: z.array(MemberContactMethods),
});

export const sendTest = endpoint({
  method: "POST",
  path: "/api/reachability/members/:id/tests",
  access: "admin",
  summary: "Send a member of the family a test now, by every contact method they have",
  params: IdParams,
  response: z.object({ sentBy: z.array(Channel) }),
});

export const sendOwnTest = endpoint({
  method: "POST",
  path: "/api/reachability/self/tests",
  access: "member",
  summary: "Send yourself a test now, by one of your contact methods",
  body: z.strictObject({ channel: Channel }),
  response: z.object({ sentBy: z.array(Channel) }),
});

/** The page behind the link of a test, for the person who received it. */
export const TestAnswer = z.object({ name: z.string(), channel: Channel, isAnswered: z.boolean() });
export type TestAnswer = z.output<typeof TestAnswer>;

export const getTestAnswer = endpoint({
  method: "GET",
  path: "/api/test-answers/:token",
  access: "anyone",
  summary: "The test that a message belongs to; reading it changes nothing",
  params: LinkParams,
  response: TestAnswer,
});

export const answerTest = endpoint({
  method: "POST",
  path: "/api/test-answers/:token",
  access: "anyone",
  summary: 'Say "It works" with the link in a test, without a sign-in',
  params: LinkParams,
  response: TestAnswer,
});
