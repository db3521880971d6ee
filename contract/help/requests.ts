import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { FamilyMember } from "../families.ts";
import { Id, IdParams, Instant, line, nothing } from "../values.ts";
import { HelpCategory } from "./phrases.ts";
import { HelpPromise, HelpRequestState, Verdict } from "./request-state.ts";

export const Someone = z.object({ id: Id, name: z.string() });

/** A fact about a request: the server has ACCEPTED it, it has REACHED a device, a person has SEEN it, and so on. */
export const Receipt = z.object({
  state: HelpRequestState,
  /** The person who did it or owns the device, or null for the server. ACCEPTED with a person means that they asked again. */
  person: z.nullable(Someone),
  at: Instant,
});
export type Receipt = z.output<typeof Receipt>;

const ScamCheck = z.object({
  isCall: z.boolean(),
  /** Each person's last word, oldest first. */
  verdicts: z.array(z.object({ verdict: Verdict, person: Someone, at: Instant })),
});
export type ScamCheck = z.output<typeof ScamCheck>;

export const HelpRequest = z.object({
  id: Id,
  /** The sender's device keeps the request under this key until the server has confirmed it. */
  idempotencyKey: z.string(),
  state: HelpRequestState,
  /** Whether the person who asked has said that it is urgent. Then the next steps of the plan happen right away. */
  isUrgent: z.boolean(),
  phrase: z.string(),
  /** Null if the person wrote their own words outside of a category. */
  category: z.nullable(z.pick(HelpCategory, { name: true, icon: true })),
  askedBy: FamilyMember,
  askedAt: Instant,
  /** The person who said "I'll help". */
  helper: z.nullable(FamilyMember),
  /** When the helper will call or come, if they have said so. */
  promise: z.nullable(HelpPromise),
  /** The last person who could not help after all, until somebody else helps. */
  handedOn: z.nullable(z.object({ person: Someone, at: Instant })),
  /** When the person who asked has thanked the person who helped. */
  thankedAt: z.nullable(Instant),
  /** Set if the request asks whether something is a scam. */
  scamCheck: z.nullable(ScamCheck),
  /** The number of people in the family who can be asked. */
  recipients: z.int(),
  /** Oldest first. */
  receipts: z.array(Receipt),
});
export type HelpRequest = z.output<typeof HelpRequest>;

/** Either a phrase, or the person's own words with or without a category. */
export const NewHelpRequest = z
  .strictObject({
    phraseId: z.optional(Id),
    text: z.optional(line(300, 1, "Please say what you need")),
    categoryId: z.optional(Id),
  })
  .check(
    z.refine((request) => (request.phraseId === undefined) !== (request.text === undefined), {
      error: "Please choose a line or write one",
      path: ["text"],
    }),
  );
export type NewHelpRequest = z.output<typeof NewHelpRequest>;

export const listHelpRequests = endpoint({
  method: "GET",
  path: "/api/help-requests",
  access: "member",
  summary: "Open requests and those closed in the last hour, newest first; a grandparent sees their own",
  response: z.array(HelpRequest),
});

export const getHelpRequest = endpoint({
  method: "GET",
  path: "/api/help-requests/:id",
  access: "member",
  summary: "One request with its receipts",
  params: IdParams,
  response: HelpRequest,
});

export const askForHelp = endpoint({
  method: "POST",
  path: "/api/help-requests",
  access: "member",
  summary: "Ask the family for help; the same Idempotency-Key and body return the same request",
  headers: z.object({ "idempotency-key": z.optional(z.string().check(z.minLength(1), z.maxLength(200))) }),
  body: NewHelpRequest,
  response: HelpRequest,
  status: 201,
});

export const recordReceipt = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/receipts",
  access: "helper",
  summary: "Say that a request has reached your device, or that you have seen it",
  params: IdParams,
  body: z.strictObject({ state: z.enum(["REACHED", "SEEN"]) }),
  response: nothing,
});

export const recordReceipts = endpoint({
  method: "POST",
  path: "/api/help-requests/receipts",
  access: "helper",
  summary: "The same for several requests at once; those that are your own, closed or unknown are left out",
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(100)),
    state: z.enum(["REACHED", "SEEN"]),
  }),
  response: nothing,
});

export const acknowledgeHelpRequest = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/acknowledgement",
  access: "helper",
  summary: "Take a request: the first person helps, anyone later is told who does (409)",
  params: IdParams,
  response: HelpRequest,
});

export const handOnHelpRequest = endpoint({
  method: "DELETE",
  path: "/api/help-requests/:id/acknowledgement",
  access: "helper",
  summary: "Hand on a request that you had taken: the family is asked again",
  params: IdParams,
  response: HelpRequest,
});

export const resolveHelpRequest = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/resolution",
  access: "member",
  summary: "Say that a request is done; the person who asked can also confirm it",
  params: IdParams,
  response: HelpRequest,
});

export const cancelHelpRequest = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/cancellation",
  access: "member",
  summary: "Cancel your own request before anyone has taken it",
  params: IdParams,
  response: HelpRequest,
});

export const makeUrgent = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/urgency",
  access: "member",
  summary: "Mark your own request as urgent: the next steps of the plan happen right away",
  params: IdParams,
  response: HelpRequest,
});

export const undoUrgency = endpoint({
  method: "DELETE",
  path: "/api/help-requests/:id/urgency",
  access: "member",
  summary: "Undo “It's urgent” on your own request: the plan goes on as for any other request",
  params: IdParams,
  response: HelpRequest,
});

export const reopenHelpRequest = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/reopening",
  access: "member",
  summary: "Reopen your own request because it is not done yet: the family is asked again",
  params: IdParams,
  response: HelpRequest,
});

export const thankForHelp = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/thanks",
  access: "member",
  summary: "Thank the person who helped with your own request, once it is solved",
  params: IdParams,
  response: HelpRequest,
});

export const undoHelpRequestEnd = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/undoing",
  access: "member",
  summary: "Undo the end of your own request within minutes: it returns to its previous state",
  params: IdParams,
  response: HelpRequest,
});
