import { minuteMs } from "#contract/durations.ts";
import * as promises from "#contract/help/promises.ts";
import { asked, delivered } from "#tests/support/asked-help.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const records = "nothing: a request for help keeps its own history";

export const promiseCalls: SampleCalls<typeof promises> = {
  "PUT /api/help-requests/:id/promise": {
    prepare: async (family) => ({
      params: await asked(family),
      body: { kind: "CALL_AT", minutes: 10, words: "Hello" },
    }),
    records,
  },
  "POST /api/help-requests/:id/promise/outcome": {
    async prepare({ server, ...family }) {
      const params = await asked(family);
      await family.anna.client.call(promises.promiseHelp, { params, body: { kind: "CALLING" } });
      server.clock.advance(10 * minuteMs);
      await deliverDue(server.world);
      return { by: family.rose, params, body: { isKept: false } };
    },
    refuses: ["child", "admin"],
    records,
  },
  "PUT /api/help-answers/:token/promise": {
    prepare: async (situation) => ({ params: await delivered(situation), body: { kind: "COMING" } }),
    records,
  },
};
