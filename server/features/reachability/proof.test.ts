// Contact methods are proved by some events and lose their proof by others.
import { beforeEach, expect, test, vi } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { acknowledgeByLink } from "#contract/help/answers.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { type Channel, listPushSubscriptions, recordMessageReceipt } from "#contract/messages.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { answerTest, getTestAnswer, listOwnContactMethods } from "#contract/reachability.ts";
import { answerByText } from "#server/features/help/answers/text-answers.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import type { MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueueClaimed } from "#server/platform/messages/outbox.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { testTokenIn } from "#tests/support/reachability.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { sendTestsBy } from "./testing/weekly-tests.ts";

const server = useServer();
beforeEach(() => {
  for (const box of [server().outbox, server().mailbox, server().pushed]) box.length = 0;
  server().clock.advance(dayMs);
});

const anybody = () => new Client(server().url);
const contactMethodOf = async ({ client }: Person, channel: Channel) =>
  (await client.call(listOwnContactMethods)).find((method) => method.channel === channel);
const now = () => server().clock.now().toISOString();
const lastPush = () => PushPayload.parse(JSON.parse(server().pushed.at(-1)?.payload ?? ""));

async function annaWithAll() {
  const anna = await signUp(server());
  await addEmail(server(), anna);
  await subscribeToPush(anna);
  server().clock.advance(dayMs);
  return anna;
}

test("typing a code proves a number; an e-mail address that nobody has answered from is unproven", async () => {
  const anna = await signUp(server());
  await addEmail(server(), anna);
  expect(await contactMethodOf(anna, "sms")).toMatchObject({ provenAt: now(), places: 1 });
  expect(await contactMethodOf(anna, "email")).toMatchObject({
    provenAt: null,
    testedAt: null,
    refusal: null,
  });
});

test("acceptance by a provider proves nothing; a receipt proves the contact method and the device", async () => {
  const anna = await annaWithAll();
  const push = { kind: "reminder", tag: "r", ttlSeconds: 60, urgency: "high" } as const;
  const kind: MessageKind = {
    name: "reminder",
    isUrgent: false,
    prepare: async (_, messages) => ({
      parcels: messages.map((message) => ({
        messages: [message],
        content: () => ({ title: "Dentist", text: "Dentist.", path: "/", push }),
      })),
    }),
  };
  const { world, database, clock } = server();
  const message = { kind, personId: anna.id, channel: "push" } as const;
  await dispatchClaimed(world, kind, await enqueueClaimed(database.kysely, [message], clock.now()));
  expect(await contactMethodOf(anna, "push")).toMatchObject({ provenAt: null });
  await anybody().fetch("GET", lastPush().receiptPath ?? "");
  expect(await contactMethodOf(anna, "push")).toMatchObject({ provenAt: null });
  expect((await anybody().fetch("POST", lastPush().receiptPath ?? "")).status).toBe(204);
  expect(await contactMethodOf(anna, "push")).toMatchObject({ provenAt: now(), places: 1 });
  expect(await anna.client.call(listPushSubscriptions)).toMatchObject([{ provenAt: now() }]);
});

test("a help request proves the contact methods by which it arrived and was answered", async () => {
  const { ben, rose } = await reyesFamily(server());
  await addEmail(server(), ben);
  await subscribeToPush(ben);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await deliverDue(server().world);
  await anybody().fetch("POST", lastPush().receiptPath ?? "");
  server().clock.advance(3 * minuteMs);
  await deliverDue(server().world);
  expect([await contactMethodOf(ben, "push"), await contactMethodOf(ben, "email")]).toMatchObject([
    { provenAt: new Date(server().clock.now().getTime() - 3 * minuteMs).toISOString() },
    { provenAt: null },
  ]);
  const token =
    server()
      .mailbox.at(-1)
      ?.text.match(/\/help\/answer\?to=([\w-]+)/)?.[1] ?? "";
  await anybody().call(acknowledgeByLink, { params: { token } });
  expect(await contactMethodOf(ben, "email")).toMatchObject({ provenAt: now() });
});

test("a text from somebody proves that our texts arrive there", async () => {
  const anna = await annaWithAll();
  await answerByText(server().world, anna.phoneNumber, "thanks");
  expect(await contactMethodOf(anna, "sms")).toMatchObject({ provenAt: now() });
});

test.each(["sms", "email"] as const)(
  "a test by %s is answered by its link, never by opening it",
  async (channel) => {
    const anna = await annaWithAll();
    await sendTestsBy(server().world, anna.id, [channel]);
    const text = channel === "sms" ? server().outbox.at(-1)?.text : server().mailbox.at(-1)?.text;
    const params = { token: testTokenIn(text) };
    expect(await anybody().call(getTestAnswer, { params })).toEqual({
      name: "Anna Reyes",
      channel,
      isAnswered: false,
    });
    server().clock.advance(minuteMs);
    expect(await contactMethodOf(anna, channel)).not.toMatchObject({ provenAt: now() });
    expect(await anybody().call(answerTest, { params })).toMatchObject({ isAnswered: true });
    expect(await contactMethodOf(anna, channel)).toMatchObject({ provenAt: now(), unansweredSince: null });
  },
);

test("the button of a notification answers its test, and a receipt's token does not", async () => {
  const anna = await annaWithAll();
  await sendTestsBy(server().world, anna.id, ["push"]);
  const { kind, acknowledgePath = "", receiptPath = "", path } = lastPush();
  expect([kind, testTokenIn(path)]).toEqual(["test", acknowledgePath.split("/").at(-1)]);
  const receipt = receiptPath.split("/")[3] ?? "";
  expect((await anybody().ask(answerTest, { params: { token: receipt } })).status).toBe(404);
  expect((await anybody().fetch("POST", acknowledgePath)).status).toBe(200);
  expect(await contactMethodOf(anna, "push")).toMatchObject({ provenAt: now() });
});

test("a link ends after two weeks, and with the address that it was sent to", async () => {
  const anna = await annaWithAll();
  await sendTestsBy(server().world, anna.id, ["email"]);
  const params = { token: testTokenIn(server().mailbox.at(-1)?.text) };
  await addEmail(server(), anna, "new@example.com");
  expect((await anybody().ask(answerTest, { params })).status).toBe(404);
  expect(await contactMethodOf(anna, "email")).toMatchObject({ provenAt: null, testedAt: null });
  await sendTestsBy(server().world, anna.id, ["sms"]);
  server().clock.advance(14 * dayMs + minuteMs);
  const texted = { token: testTokenIn(server().outbox.at(-1)?.text) };
  expect((await anybody().ask(answerTest, { params: texted })).status).toBe(410);
});

test("a permanent refusal is kept with its reason until something arrives; a transient one is not kept", async () => {
  const anna = await annaWithAll();
  const sms = vi.spyOn(server().world.senders, "sms");
  sms.mockRejectedValueOnce(new SendError("transient", "busy"));
  await sendTestsBy(server().world, anna.id, ["sms"]);
  expect(await contactMethodOf(anna, "sms")).toMatchObject({ refusal: null, testedAt: null });
  sms.mockRejectedValueOnce(new SendError("permanent", "stop", "unsubscribed"));
  await sendTestsBy(server().world, anna.id, ["sms"]);
  expect(await contactMethodOf(anna, "sms")).toMatchObject({ refusal: "unsubscribed" });
  const again = await startServer({ databaseUrl: server().databaseUrl });
  expect(
    await again.database.kysely
      .selectFrom("contact_methods")
      .select("refusal")
      .where("person_id", "=", anna.id)
      .where("channel", "=", "sms")
      .execute(),
  ).toEqual([{ refusal: "unsubscribed" }]);
  await again.stop();
  await sendTestsBy(server().world, anna.id, ["sms"]);
  await anybody().call(answerTest, { params: { token: testTokenIn(server().outbox.at(-1)?.text) } });
  expect(await contactMethodOf(anna, "sms")).toMatchObject({ refusal: null, provenAt: now() });
  sms.mockRestore();
});

test("the last device that is gone leaves a refused contact method, until there is another device", async () => {
  const anna = await annaWithAll();
  const push = vi.spyOn(server().world.senders, "push");
  push.mockRejectedValueOnce(new SendError("permanent", "gone", "gone"));
  await sendTestsBy(server().world, anna.id, ["push"]);
  expect(await contactMethodOf(anna, "push")).toMatchObject({ refusal: "gone", places: 0 });
  push.mockRestore();
  await subscribeToPush(anna);
  expect(await contactMethodOf(anna, "push")).toMatchObject({ refusal: null, places: 1 });
});

test("a receipt for nothing is refused", async () => {
  for (const token of ["x", "A".repeat(27), "_".repeat(27), "%00"])
    expect((await anybody().ask(recordMessageReceipt, { params: { token } })).status).toBe(404);
});

test("a server without a provider counts that against nobody", async () => {
  const anna = await annaWithAll();
  const { world } = server();
  const sms = vi.spyOn(world.senders, "sms").mockRejectedValueOnce(new SendError("permanent", "none"));
  await sendTestsBy({ ...world, config: { ...world.config, isSandbox: false } }, anna.id, ["sms"]);
  expect(await contactMethodOf(anna, "sms")).toMatchObject({ refusal: null });
  sms.mockRestore();
});
