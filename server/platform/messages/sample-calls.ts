import type * as messages from "#contract/messages.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { sendTest } from "#contract/reachability.ts";
import { newBrowser, subscribeToPush } from "#tests/support/channels.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const messageCalls: SampleCalls<typeof messages> = {
  "GET /api/push-key": {},
  "GET /api/push-subscriptions": {},
  "POST /api/push-subscriptions": {
    prepare: () => ({ body: newBrowser() }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "DELETE /api/push-subscriptions/:id": {
    prepare: async ({ caller }) => ({ params: { id: (await subscribeToPush(caller)).id } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "GET /api/ntfy-subscription": {},
  "POST /api/ntfy-subscription": {
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "DELETE /api/ntfy-subscription": {
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "GET /api/apprise-address": {},
  "PUT /api/apprise-address": {
    prepare: () => ({ body: { url: "tgram://123456789:abcdefg/12315544" } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "DELETE /api/apprise-address": {
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "GET /api/phone-calls": {},
  "PUT /api/phone-calls": {
    prepare: () => ({ body: { isOn: false } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
  "POST /api/messages/:token/receipts": {
    async prepare({ server, anna }) {
      await subscribeToPush(anna);
      const sent = server.pushed.length;
      await anna.client.call(sendTest, { params: { id: anna.id } });
      const { receiptPath = "" } = PushPayload.parse(JSON.parse(server.pushed[sent]?.payload ?? ""));
      return { params: { token: receiptPath.split("/")[3] ?? "" } };
    },
    records: "nothing: a request for help keeps its own history",
  },
};
