// One notice to one person by one way, and what became of it.
import { beforeAll, expect, test, vi } from "vitest";
import { addPushSubscription, PushNotice } from "#contract/messages.ts";
import { sendersFor } from "#server/senders.ts";
import { addEmail } from "#tests/support/channels.ts";
import { join, type Somebody, signUp } from "#tests/support/people.ts";
import { usePushService } from "#tests/support/push-service.ts";
import { useServer } from "#tests/support/server.ts";
import { channelsOf } from "./channels.ts";
import { handOver } from "./message-sender.ts";
import type { Notice } from "./notice.ts";
import { Undelivered } from "./undelivered.ts";

const server = useServer();
const service = usePushService();
beforeAll(() => {
  server().world.senders.push = sendersFor(server().world).push;
});

const notice: Notice = {
  kind: "help",
  title: "Rose needs help",
  text: "Rose: I feel unwell.",
  path: "/",
  tag: "help-request-1",
  familyId: 7,
  ...{ acknowledgePath: "/api/help-answers/a/acknowledgement", receiptPath: "/api/help-answers/a/receipts" },
  ...{ callNumber: "+16145550101", callName: "Rose", ttlSeconds: 3600, isUrgent: true },
};

async function subscribe({ client }: Somebody) {
  const { endpoint, p256dh, auth } = service.subscription;
  await client.call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
}
const give = (somebody: Somebody, channel: "push" | "sms" | "email") =>
  handOver(server().world, somebody.id, channel, notice);

test("a text has the words, and tells its provider where to say what became of it", async () => {
  const anna = await signUp(server());
  expect(await give(anna, "sms")).toEqual({ outcome: "taken", providerId: expect.stringMatching(/^SM\d+$/) });
  expect(server().outbox.at(-1)).toEqual({
    ...{ to: anna.phoneNumber, text: notice.text },
    statusCallback: `${server().world.config.publicUrl}/api/help-answers/a/receipts`,
  });
});

test("an e-mail has the words and the way into the app, unless it has content of its own", async () => {
  const anna = await signUp(server());
  await addEmail(server(), anna);
  expect(await give(anna, "email")).toEqual({ outcome: "taken" });
  const sent = server().mailbox.at(-1);
  expect(sent).toMatchObject({ subject: notice.title, text: expect.stringContaining(notice.text) });
  expect(sent?.text).toContain(`Open Porchlight:\n${server().world.config.publicUrl}/`);
  const email = {
    subject: "An e-mail",
    before: ["Hello"],
    link: { label: "Here", href: "https://x" },
    after: [],
  };
  await handOver(server().world, anna.id, "email", { ...notice, email });
  expect(server().mailbox.at(-1)).toMatchObject({ subject: "An e-mail" });
});

test("a push message reaches every browser of the person, with all that the service worker needs", async () => {
  const anna = await signUp(server());
  await subscribe(anna);
  expect(await give(anna, "push")).toEqual({ outcome: "taken" });
  const pushed = service.pushed.at(-1);
  const { ttlSeconds: _, isUrgent: __, ...said } = notice;
  expect(PushNotice.parse(JSON.parse(pushed?.payload ?? ""))).toEqual(said);
  expect(pushed?.headers).toMatchObject({
    ttl: "3600",
    urgency: "high",
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
});

test("a browser that is gone is forgotten; one that cannot be reached now is kept", async () => {
  const anna = await signUp(server());
  await subscribe(anna);
  service.answer = (response) => response.writeHead(503).end();
  expect(await give(anna, "push")).toMatchObject({ outcome: "passing", reason: expect.any(String) });
  service.answer = (response) => response.writeHead(410).end();
  expect(await give(anna, "push")).toMatchObject({ outcome: "permanent" });
  service.answer = (response) => response.writeHead(201).end();
  expect(await give(anna, "push")).toEqual({
    outcome: "permanent",
    reason: "This person has no device that gets push messages",
  });
});

test("what fails is an answer and never an error", async () => {
  const anna = await signUp(server());
  expect(await give(anna, "email")).toMatchObject({ outcome: "permanent" });
  const sms = vi.spyOn(server().world.senders, "sms");
  sms.mockRejectedValueOnce(new Undelivered("unknown", "no answer"));
  expect(await give(anna, "sms")).toEqual({ outcome: "unknown", reason: "no answer" });
  sms.mockRejectedValueOnce(new Error("who knows"));
  expect(await give(anna, "sms")).toMatchObject({ outcome: "passing" });
  sms.mockRestore();
});

test("who can be reached how follows from what is known of each, and from what this server can send", async () => {
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
