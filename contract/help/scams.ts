import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { IdParams, LinkParams } from "../values.ts";
import { HelpAnswer } from "./answers.ts";
import { Verdict } from "./request-state.ts";
import { HelpRequest } from "./requests.ts";

/** The category "Is this a scam?" of the library. */
export const scamCategoryId = 9 as const;

/** The same category, so that its line can show before the library has loaded. */
export const scamCheck = { id: 9, name: "Is this a scam?", icon: "🛡️" } as const;

/** The phrase of that category that is about a call. The words of a phrase's id never change. */
export const scamCallPhraseId = 901 as const;

/** The words for each verdict, which both sides read. */
export const verdictWords = {
  SCAM: "It's a scam: don't",
  FINE: "It's fine",
  CALLING: "I'm calling you",
} as const;

/** The verdict that stands when several people have answered: the most careful one. */
export const standingVerdict = (verdicts: readonly { verdict: Verdict }[]): Verdict | undefined =>
  (["SCAM", "CALLING", "FINE"] as const).find((careful) =>
    verdicts.some(({ verdict }) => verdict === careful),
  );

export const NewVerdict = z.strictObject({ verdict: Verdict });

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
