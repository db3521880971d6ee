// One message to one person on one channel, and its result.
import { beforeAll, expect, test, vi } from "vitest";
import { addPushSubscription, type Channel } from "#contract/messages.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { sendersFor } from "#server/senders.ts";
import { addEmail } from "#tests/support/channels.ts";
import { join, type Person, signUp } from "#tests/support/people.ts";
import { usePushService } from "#tests/support/push-service.ts";
import { useServer } from "#tests/support/server.ts";
import { channelsOf } from "./channels.ts";
import { dispatchClaimed } from "./dispatch.ts";
import type { MessageContent, MessageKind } from "./message-kind.ts";
import { enqueueClaimed } from "./outbox.ts";
import { SendError } from "./send-error.ts";

const server = useServer();
const service = usePushService();
beforeAll(() => {
  server().world.senders.push = sendersFor(server().world).push;
});

const content: MessageContent = {
  title: "Rose needs help",
  text: "Rose: I feel unwell.",
  path: "/",
  push: {
    kind: "help",
    tag: "help-request-1",
    acknowledgePath: "/api/help-answers/a/acknowledgement",
    callNumber: "+16145550101",
    callName: "Rose",
    ttlSeconds: 3600,
    urgency: "high",
  },
};

/** A kind whose messages always say the same. */
const kindSaying = (said: MessageContent): MessageKind => ({
  name: "announcement",
  isUrgent: false,
  prepare: async (_, messages) => ({
    parcels: messages.map((message) => ({ messages: [message], content: () => said })),
  }),
});

async function subscribe({ client }: Person) {
  const { endpoint, p256dh, auth } = service.subscription;
  await client.call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
}
async function send(person: Person, channel: Channel, said = content) {
  const { world, database, clock } = server();
  const kind = kindSaying(said);
  const messages = await enqueueClaimed(
    database.kysely,
    [{ kind, personId: person.id, channel }],
    clock.now(),
  );
  return (await dispatchClaimed(world, kind, messages)).get(channel);
}

test("a text contains the words, and tells its provider where to report its delivery", async () => {
  const anna = await signUp(server());
  expect(await send(anna, "sms")).toEqual({
    outcome: "accepted",
    providerId: expect.stringMatching(/^SM\d+$/),
  });
  expect(server().outbox.at(-1)).toEqual({
    to: anna.phoneNumber,
    text: content.text,
    receiptToken: expect.stringMatching(/^[\w-]+$/),
    attempt: 1,
  });
});

test("an e-mail contains the words and a link to the app, unless it has its own content", async () => {
  const anna = await signUp(server());
  await addEmail(server(), anna);
  expect(await send(anna, "email")).toEqual({ outcome: "accepted" });
  const sent = server().mailbox.at(-1);
  expect(sent).toMatchObject({ subject: content.title, text: expect.stringContaining(content.text) });
  expect(sent?.text).toContain(`Open Porchlight:\n${server().world.config.publicUrl}/`);
  const email = {
    subject: "An e-mail",
    before: ["Hello"],
    link: { label: "Here", href: "https://x" },
    after: [],
  };
  await send(anna, "email", { ...content, email });
  expect(server().mailbox.at(-1)).toMatchObject({ subject: "An e-mail" });
});

test("a push message reaches every browser of the person, with everything that the service worker needs", async () => {
  const anna = await signUp(server());
  await subscribe(anna);
  expect(await send(anna, "push")).toEqual({ outcome: "accepted" });
  const pushed = service.pushed.at(-1);
  const { push: { ttlSeconds: _, urgency: __, ...details } = {}, ...said } = content;
  expect(PushPayload.parse(JSON.parse(pushed?.payload ?? ""))).toEqual({
    ...said,
    ...details,
    receiptPath: expect.stringMatching(/^\/api\/messages\/[\w-]+\/receipts$/),
  });
  expect(pushed?.headers).toMatchObject({
    ttl: "3600",
    urgency: "high",
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
});

test("a browser that is gone is deleted; one that cannot be reached now is kept", async () => {
  const anna = await signUp(server());
  await subscribe(anna);
  service.answer = (response) => response.writeHead(503).end();
  expect(await send(anna, "push")).toMatchObject({ outcome: "transient", reason: expect.any(String) });
  service.answer = (response) => response.writeHead(410).end();
  expect(await send(anna, "push")).toMatchObject({ outcome: "permanent" });
  service.answer = (response) => response.writeHead(201).end();
  expect(await send(anna, "push")).toEqual({
    outcome: "permanent",
    reason: "This person has no address on this channel",
  });
});

test("a failure is a result and never an exception", async () => {
  const anna = await signUp(server());
  expect(await send(anna, "email")).toMatchObject({ outcome: "permanent" });
  const sms = vi.spyOn(server().world.senders, "sms");
  sms.mockRejectedValueOnce(new SendError("unknown", "no answer"));
  expect(await send(anna, "sms")).toEqual({ outcome: "unknown", reason: "no answer" });
  sms.mockRejectedValueOnce(new Error("who knows"));
  expect(await send(anna, "sms")).toMatchObject({ outcome: "transient" });
  sms.mockRestore();
});

test("each person's channels follow from their addresses and from this server's providers", async () => {
  const anna = await signUp(server());
  const rose = await join(server(), anna, "grandparent", "Rose");
  await addEmail(server(), anna);
  await subscribe(rose);
  const reachable = async (world = server().world) =>
    (await channelsOf(world, anna.familyId)).map(({ name, channels }) => [name, channels]);
  expect(await reachable()).toEqual([
    ["Anna Reyes", ["sms", "email"]],
    ["Rose", ["push", "sms"]],
  ]);
  const { world } = server();
  expect(await reachable({ ...world, config: { ...world.config, isSandbox: false } })).toEqual([
    ["Anna Reyes", []],
    ["Rose", ["push"]],
  ]);
});
