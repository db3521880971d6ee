import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { hasAddress } from "../text.ts";
import { IdParams, Instant, LinkParams, line } from "../values.ts";
import { HelpAnswer } from "./answers.ts";
import { HelpPromise } from "./request-state.ts";
import { HelpRequest } from "./requests.ts";

export const maxPromiseMinutes = 24 * 60;

const words = line(120).check(
  z.refine((typed) => !hasAddress(typed), "Please leave web addresses out of your words"),
);

/** A call at a time gives that time, or the minutes until then, which the server counts by its own clock. */
export const NewHelpPromise = z
  .strictObject({
    kind: HelpPromise.shape.kind,
    minutes: z.optional(
      z.int().check(z.minimum(1), z.maximum(maxPromiseMinutes, "Please choose a time within a day")),
    ),
    at: z.optional(Instant),
    /** A few words that the helper adds. */
    words: z.optional(words),
  })
  .check(
    z.refine(
      ({ kind, minutes, at }) =>
        Number(minutes !== undefined) + Number(at !== undefined) === Number(kind === "CALL_AT"),
      { error: "Please choose one time", path: ["at"] },
    ),
  );
export type NewHelpPromise = z.output<typeof NewHelpPromise>;

export const promiseHelp = endpoint({
  method: "PUT",
  path: "/api/help-requests/:id/promise",
  access: "helper",
  summary: "Say when you will call or come; this also takes the request if nobody has yet",
  params: IdParams,
  body: NewHelpPromise,
  response: HelpRequest,
});

export const answerPromise = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/promise/outcome",
  access: "member",
  summary: "Say whether the helper called or came, once you are asked; if not, the family is asked again",
  params: IdParams,
  body: z.strictObject({ isKept: z.boolean() }),
  response: HelpRequest,
});

export const promiseByLink = endpoint({
  method: "PUT",
  path: "/api/help-answers/:token/promise",
  access: "anyone",
  summary: "Say through the link in a message when you will call or come",
  params: LinkParams,
  body: NewHelpPromise,
  response: HelpAnswer,
});
