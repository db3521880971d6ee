import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { IdParams, LinkParams } from "../values.ts";
import { HelpAnswer } from "./answers.ts";
import { Verdict } from "./request-state.ts";
import { HelpRequest } from "./requests.ts";

const NewVerdict = z.strictObject({ verdict: Verdict });

export const giveVerdict = endpoint({
  method: "PUT",
  path: "/api/help-requests/:id/verdict",
  access: "helper",
  summary: "Say whether something is a scam; this also takes the request if nobody has yet",
  params: IdParams,
  body: NewVerdict,
  response: HelpRequest,
});

export const giveVerdictByLink = endpoint({
  method: "PUT",
  path: "/api/help-answers/:token/verdict",
  access: "anyone",
  summary: "Say through the link in a message whether something is a scam",
  params: LinkParams,
  body: NewVerdict,
  response: HelpAnswer,
});
