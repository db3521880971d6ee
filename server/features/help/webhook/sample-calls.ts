import * as webhook from "#contract/help/webhook.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

// Nobody listens there, so that a proof which sends the test waits for nothing.
const body = { url: "http://127.0.0.1:9/" };
const set = async ({ anna }: Family) => {
  await anna.client.call(webhook.setWebhook, { body });
  return undefined;
};

export const webhookCalls: SampleCalls<typeof webhook> = {
  "GET /api/webhook": {},
  "PUT /api/webhook": { prepare: () => ({ body }), records: [["Anna Reyes", { kind: "webhook-set" }]] },
  "POST /api/webhook/secret": { prepare: set, records: [["Anna Reyes", { kind: "webhook-secret-renewed" }]] },
  "POST /api/webhook/tests": {
    prepare: set,
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "DELETE /api/webhook": { prepare: set, records: [["Anna Reyes", { kind: "webhook-removed" }]] },
};
