import type * as scams from "#contract/help/scams.ts";
import { asked, delivered } from "#tests/support/asked-help.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const records = "nothing: a request for help keeps its own history";
/** A phrase that asks whether something is a scam. */
const doubt = { phraseId: 902 };

export const scamCalls: SampleCalls<typeof scams> = {
  "PUT /api/help-requests/:id/verdict": {
    prepare: async (family) => ({ params: await asked(family, doubt), body: { verdict: "SCAM" } }),
    records,
  },
  "PUT /api/help-answers/:token/verdict": {
    prepare: async (situation) => ({ params: await delivered(situation, doubt), body: { verdict: "FINE" } }),
    records,
  },
};
