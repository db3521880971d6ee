import * as answers from "#contract/help/answers.ts";
import { delivered } from "#tests/support/asked-help.ts";
import { Client } from "#tests/support/client.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const records = "nothing: a request for help keeps its own history";

export const answerCalls: SampleCalls<typeof answers> = {
  "GET /api/help-answers/:token": {
    prepare: async (situation) => ({ params: await delivered(situation) }),
  },
  "POST /api/help-answers/:token/acknowledgement": {
    prepare: async (situation) => ({ params: await delivered(situation) }),
    records,
  },
  "DELETE /api/help-answers/:token/acknowledgement": {
    async prepare(situation) {
      const params = await delivered(situation);
      await new Client(situation.server.url).call(answers.acknowledgeByLink, { params });
      return { params };
    },
    records,
  },
};
