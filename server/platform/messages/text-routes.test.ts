// How the providers of texts other than Twilio report deliveries and pass on replies.
import { beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { sendersFor } from "#server/senders.ts";
import { Client } from "#tests/support/client.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { newPhoneNumber } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { textProviderEnvs, useTextGateway } from "#tests/support/text-providers.ts";
import { messageToken } from "./message-links.ts";
import { androidSignature } from "./sms/android.ts";

const gateway = useTextGateway();
const publicUrl = "https://porchlight.example";
const { http, android } = textProviderEnvs;
// The stand-in gets its port only when the server starts.
const env = {
  PUBLIC_URL: publicUrl,
  ...http,
  ...android,
  SMS_HTTP_UNREACHABLE: "ErrorCode=450",
  get SMS_HTTP_URL() {
    return `${gateway.origin}/http`;
  },
  get ANDROID_SMS_URL() {
    return `${gateway.origin}/phone`;
  },
};
const server = useServer({ env });

const { family, ask, show, pass } = useHelpFamily(server, { emails: ["ben"] });
beforeEach(() => {
  gateway.asked.length = 0;
  gateway.down.clear();
  gateway.answerWith(202, { id: "7" });
});

/** Sends a request as Rose, and the text to Ben about it. */
async function benIsTexted() {
  const id = await ask();
  await pass(0);
  await pass(3 * minuteMs);
  const place = server().outbox.findLastIndex(({ to }) => to === family().ben.phoneNumber);
  const { receiptToken = "", text = "" } = server().outbox[place] ?? {};
  return { id, text, path: `/texts/receipts/${receiptToken}`, providerId: `SM${place + 1}` };
}

const fetch = (method: string, path: string, parts = {}) =>
  new Client(server().url).fetch(method, path, parts);
const stateOf = async (id: number) => (await show(id)).state;

test("a text does not offer an answer that one of the providers would not pass on", async () => {
  const { text } = await benIsTexted();
  expect(text).toMatch(/To help, open https:\/\/porchlight\.example\/help\/answer/);
  expect(text).not.toContain("Reply 1");
});

test("a text about a scam check without replies asks for an answer, not for help", async () => {
  await ask({ phraseId: 902 });
  await pass(0);
  const { text } = server().outbox.at(-1) ?? {};
  expect(text).toMatch(/Is this a scam\?.* To answer, open https:\/\/porchlight\.example\/help\/answer/);
});

test("the server sends by its first provider, and by the second while the first is down", async () => {
  const { sms } = sendersFor(server().world);
  const hello = { to: family().ben.phoneNumber, text: "Hello", receiptToken: "token" };
  await sms(hello);
  gateway.down.add("/http");
  await sms(hello);
  expect(gateway.asked.map(({ path }) => path)).toEqual(["/http", "/http", "/phone"]);
});

describe("a provider with an HTTP API", () => {
  test.each<[string, (path: string) => Promise<Response>]>([
    ["a form", (path) => fetch("POST", path, { body: new URLSearchParams({ status: "delivered" }) })],
    ["JSON", (path) => fetch("POST", path, { body: { status: "delivered" } })],
    ["a query", (path) => fetch("GET", `${path}?status=delivered`)],
  ])("reports a delivery in %s", async (_, report) => {
    const { id, path } = await benIsTexted();
    expect((await fetch("GET", `${path}?status=sent`)).status).toBe(204);
    expect(await stateOf(id)).not.toBe("REACHED");
    expect((await report(path)).status).toBe(204);
    expect(await stateOf(id)).toBe("REACHED");
  });

  test("reports a failure, after which the text is sent again, or by e-mail if the number cannot be texted", async () => {
    const { path } = await benIsTexted();
    const [texted, mailed] = [server().outbox.length, server().mailbox.length];
    await fetch("GET", `${path}?status=failed&ErrorCode=20`);
    await pass(5_000);
    expect(server().outbox.length).toBe(texted + 1);
    expect(server().outbox.at(-1)).toMatchObject({ to: family().ben.phoneNumber, attempt: 2 });
    await server().database.kysely.deleteFrom("messages").where("channel", "=", "email").execute();
    await fetch("GET", `${path}?status=failed&ErrorCode=450`);
    await pass(0);
    expect(server().mailbox.length).toBe(mailed + 1);
  });

  test("cannot report without the signed token, or with the token of a message on another channel", async () => {
    const { id, path } = await benIsTexted();
    expect((await fetch("GET", `${path.slice(0, -1)}?status=delivered`)).status).toBe(404);
    expect((await fetch("GET", `${path}?status=sent&status=delivered`)).status).toBe(400);
    expect((await fetch("POST", path, { headers: { "content-type": "application/json" } })).status).toBe(204);
    const { database, world } = server();
    const { id: mailId } = await database.kysely
      .insertInto("messages")
      .values({
        kind: "help",
        person_id: family().ben.id,
        channel: "email",
        is_urgent: false,
        created_at: server().clock.now(),
        due_at: server().clock.now(),
        state: "ACCEPTED",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const token = messageToken(world, "receipt", [{ id: mailId }], "ben@example.com");
    expect((await fetch("GET", `/texts/receipts/${token}?status=failed`)).status).toBe(404);
    expect(await stateOf(id)).not.toBe("REACHED");
  });
});

describe("an Android phone", () => {
  const now = () => Math.floor(server().clock.now().getTime() / 1000);

  function post(
    event: string,
    payload: object,
    timestamp = now(),
    key = android.ANDROID_SMS_SIGNING_KEY ?? "",
  ) {
    const body = JSON.stringify({ deviceId: "ffff", event, id: "Ey6E", payload, webhookId: "LreF" });
    const headers = {
      "content-type": "application/json",
      "x-timestamp": String(timestamp),
      "x-signature": androidSignature(key, body, String(timestamp)),
    };
    return globalThis.fetch(`${server().url}/texts/android`, { method: "POST", headers, body });
  }

  const deliveryOf = (messageId: string, recipient = family().ben.phoneNumber) => ({ messageId, recipient });

  test("reports a delivery by the id and the number of a text", async () => {
    const { id, providerId } = await benIsTexted();
    for (const other of [deliveryOf("SM0"), deliveryOf(providerId, newPhoneNumber())])
      expect((await post("sms:delivered", other)).status).toBe(204);
    expect((await post("sms:sent", deliveryOf(providerId))).status).toBe(204);
    expect(await stateOf(id)).not.toBe("REACHED");
    expect((await post("sms:delivered", deliveryOf(providerId))).status).toBe(204);
    expect(await stateOf(id)).toBe("REACHED");
  });

  test("reports a failure, after which the text is sent again", async () => {
    const { providerId } = await benIsTexted();
    const texted = server().outbox.length;
    await post("sms:failed", { ...deliveryOf(providerId), reason: "RESULT_ERROR_GENERIC_FAILURE" });
    await pass(5_000);
    expect(server().outbox.length).toBe(texted + 1);
  });

  test("passes on what people text back, and leaves strangers alone", async () => {
    const { id } = await benIsTexted();
    const words = { messageId: "in", message: "1" };
    await post("sms:received", { ...words, sender: newPhoneNumber() });
    expect(gateway.asked).toEqual([]);
    expect((await post("sms:received", { ...words, sender: family().ben.phoneNumber })).status).toBe(204);
    expect(await show(id)).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Ben" } });
    expect(gateway.asked).toMatchObject([{ path: "/phone" }]);
    expect(JSON.parse(gateway.asked[0]?.body ?? "")).toMatchObject({
      phoneNumbers: [family().ben.phoneNumber],
      textMessage: { text: expect.stringContaining("Thank you. Rose can see that you will help") },
    });
  });

  test("may repeat a text, which answers only one request, even if our thank-you cannot be sent", async () => {
    const [older, newer] = [await benIsTexted(), await benIsTexted()];
    gateway.down.add("/phone");
    const words = (messageId: string) => ({ messageId, message: "1", sender: family().ben.phoneNumber });
    for (const messageId of ["first", "first"])
      expect((await post("sms:received", words(messageId))).status).toBe(204);
    expect(await stateOf(newer.id)).toBe("ACKNOWLEDGED");
    expect(await stateOf(older.id)).not.toBe("ACKNOWLEDGED");
    await post("sms:received", words("second"));
    expect(await stateOf(older.id)).toBe("ACKNOWLEDGED");
  });

  test("is refused without a fresh signature", async () => {
    const { id, providerId } = await benIsTexted();
    const delivery = deliveryOf(providerId);
    const refused = [
      post("sms:delivered", delivery, now(), "another key"),
      post("sms:delivered", delivery, now() - 301),
      post("sms:delivered", delivery, now() + 301),
      fetch("POST", "/texts/android", { body: { event: "sms:delivered", payload: delivery } }),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await stateOf(id)).not.toBe("REACHED");
  });
});
