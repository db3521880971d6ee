import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { twilioSignature } from "#server/platform/messages/twilio-signature.ts";
import { Client } from "#tests/support/client.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { useServer } from "#tests/support/server.ts";

const authToken = "the-token-of-the-account";
const publicUrl = "https://porchlight.example";
const server = useServer({
  env: {
    TWILIO_ACCOUNT_SID: "AC0123456789",
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: "+16145550100",
    PUBLIC_URL: publicUrl,
  },
});

const { family, ask, show, pass, textsTo } = useHelpFamily(server, { emails: ["ben"] });

/** Posts a form as Twilio does, with its signature. */
function post(path: string, fields: Record<string, string>, key = authToken): Promise<Response> {
  const signature = twilioSignature(key, publicUrl + path, new Map(Object.entries(fields)));
  const headers = { "x-twilio-signature": signature };
  return new Client(server().url).fetch("POST", path, { headers, body: new URLSearchParams(fields) });
}

/** Posts a signed form to which somebody has added a second value for one field. */
function postTwice(path: string, fields: Record<string, string>, [name, value]: [string, string]) {
  const signature = twilioSignature(authToken, publicUrl + path, new Map(Object.entries(fields)));
  const headers = { "x-twilio-signature": signature };
  const signed = Object.entries(fields);
  const forms = [
    new URLSearchParams([[name, value], ...signed]),
    new URLSearchParams([...signed, [name, value]]),
  ];
  return Promise.all(forms.map((body) => new Client(server().url).fetch("POST", path, { headers, body })));
}

/** Sends a request as Rose, and the text to Ben about it. */
async function benIsTexted() {
  const id = await ask();
  await pass(0);
  await pass(3 * minuteMs);
  const text = server().outbox.findLast(({ to }) => to === family().ben.phoneNumber);
  return { id, callback: `/twilio/statuses/${text?.receiptToken}` };
}
const says = async (words: string, from = family().ben.phoneNumber) =>
  (await post("/twilio/messages", { From: from, Body: words })).text();

describe("what became of a text", () => {
  test("“delivered” is a receipt: it reached Ben's phone", async () => {
    const { id, callback } = await benIsTexted();
    expect((await post(callback, { MessageStatus: "sent" })).status).toBe(204);
    expect((await show(id)).state).not.toBe("REACHED");
    expect((await post(callback, { MessageStatus: "delivered" })).status).toBe(204);
    const { state, receipts } = await show(id);
    expect(state).toBe("REACHED");
    expect(receipts.at(-1)?.person?.name).toBe("Ben");
  });

  test("“undelivered” to a landline moves to e-mail at once, and a temporary failure is retried", async () => {
    const { callback } = await benIsTexted();
    const mailed = server().mailbox.length;
    const texted = server().outbox.length;
    await post(callback, { MessageStatus: "undelivered", ErrorCode: "30001" });
    await pass(5_000);
    expect(server().outbox.length).toBe(texted + 1);
    await server().database.kysely.deleteFrom("messages").where("channel", "=", "email").execute();
    await post(callback, { MessageStatus: "undelivered", ErrorCode: "30006" });
    await pass(0);
    expect(server().mailbox.length).toBe(mailed + 1);
  });
});

describe("a text that fails to arrive again and again", () => {
  const fails = (callback: string) => post(callback, { MessageStatus: "undelivered", ErrorCode: "30001" });

  test("is sent after longer and longer pauses, and after four times by e-mail", async () => {
    const { callback } = await benIsTexted();
    await server().database.kysely.deleteFrom("messages").where("channel", "=", "email").execute();
    server().mailbox.length = 0;
    for (const [place, seconds] of [5, 15, 45].entries()) {
      await fails(callback);
      await pass(seconds * 1000 - 1);
      expect(textsTo(family().ben)).toBe(1 + place);
      await pass(1);
      expect(textsTo(family().ben)).toBe(2 + place);
    }
    expect(server().mailbox).toEqual([]);
    await fails(callback);
    await pass(minuteMs);
    expect([textsTo(family().ben), server().mailbox.length]).toEqual([4, 1]);
  });

  test("does not show that texts are accepted again, so others keep their time", async () => {
    const { id, callback } = await benIsTexted();
    const now = server().clock.now();
    const due_at = new Date(now.getTime() + 10 * minuteMs);
    const about = { kind: "help", about: "ASKED", family_id: family().anna.familyId, subject_id: id };
    const times = { created_at: now, lease_until: now, due_at, attempts: 4 };
    const messages = server().database.kysely;
    const { id: other } = await messages
      .insertInto("messages")
      .values({ ...about, ...times, person_id: family().anna.id, channel: "sms", is_urgent: true })
      .returning("id")
      .executeTakeFirstOrThrow();
    await fails(callback);
    await pass(5_000);
    expect(textsTo(family().ben)).toBe(2);
    expect(
      await messages.selectFrom("messages").select("due_at").where("id", "=", other).executeTakeFirst(),
    ).toEqual({ due_at });
  });
});

test("a text about several requests that never arrived is sent again for each of them", async () => {
  const { ben } = family();
  for (let count = 0; count < 9; count += 1) await ask({ phraseId: 102 });
  await pass(3.5 * minuteMs);
  const sent = server().outbox.findLast(({ to }) => to === ben.phoneNumber);
  const title = sent?.text.match(/^Rose needs help with \d+ things: /)?.[0];
  expect(title).toBeDefined();
  server().outbox.length = 0;
  const callback = `/twilio/statuses/${sent?.receiptToken}`;
  await post(callback, { MessageStatus: "undelivered", ErrorCode: "30001" });
  await pass(5_000);
  expect(server().outbox.map(({ text }) => text)).toEqual([expect.stringContaining(title ?? "")]);
});

describe("what somebody texts back", () => {
  test.each(["1", " 1 ", "1. ", "1!", "1 yes", "1\n-- \nBen", "1️⃣", "1)", "Yes please", "👍🏽"])(
    "“%s” takes the newest request that this number was texted about",
    async (words) => {
      await benIsTexted();
      const { id } = await benIsTexted();
      expect(await says(words)).toContain("Thank you. Rose can see that you will help");
      expect(await show(id)).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Ben" } });
    },
  );

  test("a text that Twilio passes on twice answers only one request", async () => {
    const [older, newer] = [await benIsTexted(), await benIsTexted()];
    const fields = { From: family().ben.phoneNumber, Body: "1", MessageSid: "SM1" };
    for (const _ of ["once", "twice"]) await post("/twilio/messages", fields);
    expect(await show(newer.id)).toMatchObject({ state: "ACKNOWLEDGED" });
    expect((await show(older.id)).state).not.toBe("ACKNOWLEDGED");
  });

  test("a number that texts again and again gets twenty replies a day, and its “1” still counts", async () => {
    const { id } = await benIsTexted();
    server().clock.advance(dayMs);
    const replies = [];
    for (let count = 0; count < 22; count += 1) replies.push(await says("Hello?"));
    expect(replies.map((reply) => reply !== "")).toEqual([...Array(20).fill(true), false, false]);
    expect(await says("1")).toBe("");
    expect(await show(id)).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Ben" } });
    server().clock.advance(dayMs);
    expect(await says("Hello?")).not.toBe("");
  });

  test("any other text, and any text from an unknown number, gets one helpful answer", async () => {
    const { id } = await benIsTexted();
    for (const words of ["Who is this? <b>", "1.5", "11", "not 1"])
      expect(await says(words)).toContain("<Message>This is Porchlight. Reply 1");
    expect(await says("1", "+16145558888")).toContain("Nobody is waiting for your answer");
    expect((await show(id)).state).not.toBe("ACKNOWLEDGED");
  });
});

describe("the words that every operator knows", () => {
  const statusOf = async (words: string) =>
    (await post("/twilio/messages", { From: family().ben.phoneNumber, Body: words })).status;

  test("STOP is obeyed and left to Twilio to confirm; HELP is answered; START takes STOP back", async () => {
    expect(await says("HELP")).toContain("Reply 1 to say that you will help, or STOP to get no more texts.");
    expect(await statusOf("Stop.")).toBe(204);
    server().outbox.length = 0;
    const id = await ask();
    await pass(3 * minuteMs);
    expect(textsTo(family().ben)).toBe(0);
    expect(server().mailbox.at(-1)).toMatchObject({ subject: expect.stringContaining("Rose needs help") });
    expect(await statusOf("1")).toBe(204);
    expect(await statusOf("START")).toBe(204);
    await ask({ phraseId: 102 });
    await pass(3 * minuteMs);
    expect(textsTo(family().ben)).toBe(1);
    expect(id).toBeGreaterThan(0);
  });
});

test("a request that Twilio did not sign is refused", async () => {
  const { id, callback } = await benIsTexted();
  const fields = { From: family().ben.phoneNumber, Body: "1", MessageStatus: "delivered" };
  for (const path of [callback, "/twilio/messages"]) {
    expect((await post(path, fields, "another token")).status).toBe(403);
    const unsigned = await new Client(server().url).fetch("POST", path, {
      body: new URLSearchParams(fields),
    });
    expect(unsigned.status).toBe(403);
    const json = await new Client(server().url).fetch("POST", path, { body: fields });
    expect([403, 415]).toContain(json.status);
  }
  expect((await show(id)).state).not.toMatch(/ACKNOWLEDGED|REACHED/);
});

test("a form with a repeated field is refused, even if one of the values is the signed one", async () => {
  const { id, callback } = await benIsTexted();
  const stranger = { From: "+16145558888", Body: "1" };
  const replays = [
    ...(await postTwice("/twilio/messages", stranger, ["From", family().ben.phoneNumber])),
    ...(await postTwice(callback, { MessageStatus: "sent" }, ["MessageStatus", "delivered"])),
  ];
  expect(replays.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect((await show(id)).state).not.toMatch(/ACKNOWLEDGED|REACHED/);
});
