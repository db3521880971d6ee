import type { PushPayload } from "#contract/push-payload.ts";
import { publish } from "#server/platform/live/publish.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import type { MessageChannel } from "../channel.ts";
import type { MessageContent } from "../message-kind.ts";
import { SendError } from "../send-error.ts";
import { pushRoutes } from "./routes.ts";
import { countDevices, removeRefused } from "./subscriptions.ts";

const findSubscription = {
  name: "find-push-subscription",
  text: "select endpoint, p256dh, auth from push_subscriptions where endpoint = $1",
};

const listEndpoints = {
  name: "list-push-endpoints",
  text: `select p.endpoint from push_subscriptions p join sessions s on s.id = p.session_id
    where p.person_id = $1 and s.expires_at > $2`,
};

type PushDetails = NonNullable<MessageContent["push"]>;
type Subscription = Parameters<World["senders"]["push"]>[0]["subscription"];

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
  hasAddress: (
    person,
    now,
  ) => `exists (select from push_subscriptions u join sessions s on s.id = u.session_id
    where u.person_id = ${person}.id and s.expires_at > ${now})`,
  async addressesOf({ database, clock }, personId) {
    const found = await database.read<{ endpoint: string }>(listEndpoints, [personId, clock.now()]);
    return found.map(({ endpoint }) => endpoint);
  },
  async send({ database, senders }, to, content) {
    const { push } = content;
    if (!push) throw new SendError("permanent", "This message has no form that a device can show");
    const [subscription] = await database.read<Subscription>(findSubscription, [to]);
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
