// Separate from the calls about scams, whose schemas the service worker does not need.
import type { Verdict } from "./request-state.ts";

/** The words for each verdict, which both sides read. */
export const verdictWords = {
  SCAM: "It's a scam: don't",
  FINE: "It's fine",
  CALLING: "I'm calling you",
} as const satisfies Record<Verdict, string>;

/**
 * The verdicts that are buttons of a notification, which has room for two. "It's fine" is none of them, because it
 * deserves a look at what was asked.
 */
export const buttonVerdicts = ["SCAM", "CALLING"] as const satisfies Verdict[];

/** The verdict that stands when several people have answered: the most careful one. */
export const standingVerdict = (verdicts: readonly { verdict: Verdict }[]): Verdict | undefined =>
  (["SCAM", "CALLING", "FINE"] as const).find((careful) =>
    verdicts.some(({ verdict }) => verdict === careful),
  );
