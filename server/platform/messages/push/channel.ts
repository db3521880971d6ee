import type { PushPayload } from "#contract/push-payload.ts";
import { publish } from "#server/platform/live/publish.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { MessageChannel } from "../channel.ts";
import type { MessageContent } from "../message-kind.ts";
import { SendError } from "../send-error.ts";
import { findEndpoints, findSubscription, hasSubscription } from "./queries.ts";
import { pushRoutes } from "./routes.ts";
import { countDevices, removeRefused } from "./subscriptions.ts";

type PushDetails = NonNullable<MessageContent["push"]>;

function payloadOf(content: MessageContent, push: PushDetails): string {
  const { title, text, path, receiptToken, familyId } = content;
  const receiptPath = receiptToken && `/api/messages/${receiptToken}/receipts`;
  const { ttlSeconds: _, urgency: __, ...shown } = push;
  return JSON.stringify({ ...shown, title, text, path, familyId, receiptPath } satisfies PushPayload);
}

export const pushChannel: MessageChannel = {
  name: "push",
  missingAddress: "Please let this device show notifications first.",
  hasProvider: () => true,
  leavesSandbox: true,
  hasAddress: hasSubscription,
  addressesOf: ({ database, clock }, personId) => findEndpoints(database.reads, personId, clock.now()),
  async send({ database, senders }, to, content) {
    const { push } = content;
    if (!push) throw new SendError("permanent", "This message has no form that a device can show");
    const subscription = await findSubscription(database.reads, to);
    if (!subscription) throw new SendError("permanent", "This device gets no push messages anymore");
    await senders.push({
      subscription,
      payload: payloadOf(content, push),
      topic: fingerprint(push.tag).toString("base64url").slice(0, 32),
      ttlSeconds: push.ttlSeconds,
      urgency: push.urgency,
    });
    return {};
  },
  forget: (db, id, endpoint) => removeRefused(db, { id }, endpoint),
  async prove(trx, personId, endpoint, now) {
    const subscription = trx.updateTable("push_subscriptions").set({ proven_at: now });
    await subscription.where("person_id", "=", personId).where("endpoint", "=", endpoint).execute();
    await publish(trx, { personId }, "push-subscriptions");
  },
  countDevices,
  routes: pushRoutes,
};
