import * as reachability from "#contract/reachability.ts";
import { testTokenIn, textTo } from "#tests/support/reachability.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";

/** Returns the token of the link in a test message to Ben. */
async function sentTest({ server, anna, ben }: Situation): Promise<string> {
  await anna.client.call(reachability.sendTest, { params: { id: ben.id } });
  return testTokenIn(textTo(server, ben));
}

export const reachabilityCalls: SampleCalls<typeof reachability> = {
  "GET /api/reachability": {},
  "GET /api/reachability/self": {},
  "GET /api/reachability/members": {},
  "POST /api/reachability/members/:id/tests": {
    prepare: ({ ben }) => ({ params: { id: ben.id } }),
    records: "nothing: a request for help keeps its own history",
  },
  "POST /api/reachability/self/tests": {
    prepare: () => ({ body: { channel: "sms" } }),
    records: "nothing: a request for help keeps its own history",
  },
  "GET /api/test-answers/:token": {
    prepare: async (situation) => ({ params: { token: await sentTest(situation) } }),
  },
  "POST /api/test-answers/:token": {
    prepare: async (situation) => ({ params: { token: await sentTest(situation) } }),
    records: "nothing: a request for help keeps its own history",
  },
};
