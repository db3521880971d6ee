import { describe, expect, test } from "vitest";
import { requestVerification } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { getHelpAnswer } from "#contract/help/answers.ts";
import { askForHelp, getHelpRequest } from "#contract/help/requests.ts";
import { sendersFor } from "#server/senders.ts";
import { useApprise } from "#tests/support/apprise.ts";
import { Client } from "#tests/support/client.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { newPhoneNumber, reyesFamily } from "#tests/support/people.ts";
import { usePushService } from "#tests/support/push-service.ts";
import { production, startServer, useServer, withCalls } from "#tests/support/server.ts";
import { messages } from "./outbox.ts";

const server = useServer();
const service = usePushService();
const apprise = useApprise();
const browser = () => new Client(server().url);
const read = async (path: string) => (await browser().fetch("GET", path)).text();

/** The sandbox's own senders, which the test's stand-ins usually replace. */
const sms = (to: string, text: string) => sendersFor(server().world).sms({ to, text });

test("texts are listed as JSON, newest first, and other servers list them, too", async () => {
  await sms("+16145550101", "First");
  server().clock.advance(1000);
  await sms("+16145550102", "Second");
  const at = server().clock.now();
  const second = await startServer({ databaseUrl: server().databaseUrl });
  try {
    const listed = await (await new Client(second.url).fetch("GET", "/sandbox/outbox")).json();
    expect(listed.slice(0, 2)).toEqual([
      { id: expect.any(Number), channel: "sms", to: "+16145550102", text: "Second", at: at.toISOString() },
      expect.objectContaining({ text: "First" }),
    ]);
  } finally {
    await second.stop();
  }
});

test("the page shows codes in large digits and each text as it was sent, and reloads itself", async () => {
  await sms("+16145550103", "123456 is your code.\n\n@localhost #123456");
  const html = await read("/sandbox");
  expect(html).toContain('<p class="code">123456</p>');
  expect(html).toContain("Text to +16145550103");
  expect(html).toContain('<meta http-equiv="refresh" content="2">');
});

test("an e-mail is listed with its subject", async () => {
  const email = {
    to: "rose@example.com",
    subject: "Come in",
    text: "It is warm.",
    html: "<p>It is warm.</p>",
  };
  await sendersFor(server().world).email(email);
  const [newest] = await (await browser().fetch("GET", "/sandbox/outbox")).json();
  expect(newest).toMatchObject({ channel: "email", to: email.to, subject: "Come in", text: "It is warm." });
  const html = await read("/sandbox");
  expect(html).toContain("E-mail to rose@example.com");
  expect(html).toContain("<strong>Come in</strong>");
});

test("a push message is listed, too, and really goes out to the browser", async () => {
  const said = { kind: "help", title: "Rose needs help", text: "I feel unwell.", path: "/", tag: "help-1" };
  const { subscription } = service;
  await sendersFor(server().world).push({
    subscription,
    payload: JSON.stringify(said),
    topic: "help-1",
    ttlSeconds: 60,
    urgency: "high",
  });
  expect(service.pushed).toMatchObject([{ payload: JSON.stringify(said) }]);
  const [newest] = await (await browser().fetch("GET", "/sandbox/outbox")).json();
  const seen = { channel: "push", to: subscription.endpoint, subject: said.title, text: said.text };
  expect(newest).toMatchObject(seen);
  expect(await read("/sandbox")).toContain("Notification to http");
});

test("a message through Apprise is listed without the address, which holds a password, and really goes out", async () => {
  const { world } = server();
  const config = { ...world.config, apprise: { url: apprise.origin, account: undefined } };
  const urls = "tgram://123456789:abcdefg/12315544";
  const message = {
    urls,
    title: "Rose needs help",
    body: "I feel unwell.",
    type: "warning",
    format: "text",
  } as const;
  await sendersFor({ ...world, config }).apprise(message);
  expect(apprise.notified).toEqual([message]);
  const [newest] = await (await browser().fetch("GET", "/sandbox/outbox")).json();
  const seen = { channel: "apprise", to: "tgram://…44", subject: message.title, text: message.body };
  expect(newest).toMatchObject(seen);
});

describe("a text that asks for help", () => {
  const buttonIn = (html: string) => html.match(/action="(\/sandbox\/texts\/\d+\/answer)"/)?.[1] ?? "";
  const press = (path: string) => browser().fetch("POST", path, { body: new URLSearchParams() });

  test("has a link that can be clicked, and a button that replies 1 from that phone", async () => {
    const { ben, rose } = await reyesFamily(server());
    server().world.senders.sms = sendersFor(server().world).sms;
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    server().clock.advance(3 * minuteMs);
    await deliverDue(server().world);
    const articles = (await read("/sandbox")).split("<article>");
    const bens = articles.find((article) => article.includes(`Text to ${ben.phoneNumber}`)) ?? "";
    const link = bens.match(/<a href="http:\/\/localhost:3000(\/help\/answer\?to=[\w-]+)"/)?.[1] ?? "";
    const params = { token: link.split("=")[1] ?? "" };
    expect(await browser().call(getHelpAnswer, { params })).toMatchObject({ name: "Ben" });

    const pressed = await press(buttonIn(bens));
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/sandbox"]);
    const taken = await rose.client.call(getHelpRequest, { params: { id } });
    expect(taken).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Ben" } });
    const [reply] = await messages(server().database.kysely);
    const thanks = "Thank you. Rose can see that you will help: “My TV isn't working.”";
    expect(reply).toMatchObject({ recipient: ben.phoneNumber, text: thanks });
  });

  test("is the only kind with a button, and cannot be answered once it is deleted", async () => {
    await sms("+16145550106", "123456 is your code.");
    const [, newest = ""] = (await read("/sandbox")).split("<article>");
    expect(buttonIn(newest)).toBe("");
    expect((await press("/sandbox/texts/1000000/answer")).status).toBe(404);
  });
});

test("the links in an e-mail can be clicked, and do not include the end of the sentence", async () => {
  const text = "Open https://porchlight.example/invite?code=a&b=1. Or (https://porchlight.example) call.";
  await sendersFor(server().world).email({ to: "rose@example.com", subject: "Come in", text });
  const html = await read("/sandbox");
  expect(html).toContain('<a href="https://porchlight.example/invite?code=a&#38;b=1" target="_blank"');
  expect(html).toContain('<a href="https://porchlight.example" target="_blank"');
});

test("the page runs no script from a message", async () => {
  await sms("+16145550104", '<script>alert("x")</script>');
  const response = await browser().fetch("GET", "/sandbox");
  const html = await response.text();
  expect(html).not.toContain("<script");
  expect(html).toContain("&#60;script&#62;");
  expect(html).not.toMatch(/<style|style=/);
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await read("/sandbox")).toContain('<a href="/">Back to the app</a>');
  expect(await read("/sandbox/outbox.css")).toContain(".code");
});

test("the newest 200 are kept", async () => {
  for (let count = 0; count < 210; count++) await sms("+16145550105", `Text ${count}`);
  const kept = await messages(server().database.kysely);
  expect(kept).toHaveLength(200);
  expect(kept[0]?.text).toBe("Text 209");
});

test("there is no outbox outside the sandbox, and without a provider nobody is told that a text was sent", async () => {
  const real = await startServer({ env: production });
  try {
    const client = new Client(real.url);
    expect((await client.fetch("GET", "/sandbox")).status).toBe(404);
    expect((await client.fetch("GET", "/sandbox/outbox")).status).toBe(404);
    expect((await client.fetch("POST", "/sandbox/texts/1/answer")).status).toBe(404);
    real.world.senders.sms = sendersFor(real.world).sms;
    const answer = await client.ask(requestVerification, { body: { phoneNumber: newPhoneNumber() } });
    expect(answer.status).toBe(503);
    const email = sendersFor(real.world).email({ to: "rose@example.com", subject: "Hello", text: "Hello" });
    await expect(email).rejects.toThrow("This server cannot send e-mail yet.");
  } finally {
    await real.stop();
  }
});

describe("a call that asks for help", () => {
  const calling = useServer({ env: withCalls });
  const page = async () => (await new Client(calling().url).fetch("GET", "/sandbox")).text();
  const press = (html: string, action: string) => {
    const [path = ""] = html.match(new RegExp(`/sandbox/calls/\\d+/${action}`)) ?? [];
    return new Client(calling().url).fetch("POST", path);
  };

  test("rings on the page, says its words when somebody picks up, and takes a key as the answer", async () => {
    calling().world.senders.call = sendersFor(calling().world).call;
    const { rose, anna } = await reyesFamily(calling());
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    calling().clock.advance(5 * minuteMs);
    await deliverDue(calling().world);
    const ringing = await page();
    expect(ringing).toContain(`Call to ${anna.phoneNumber}`);
    expect((await press(ringing, "pick-up")).status).toBe(303);
    const answered = await page();
    expect(answered).toContain("This is Porchlight. Rose asks for help");
    expect((await press(answered, "keys/1")).status).toBe(303);
    expect(await page()).toContain("Thank you. Rose can see that you will help.");
    const { state, helper } = await rose.client.call(getHelpRequest, { params: { id } });
    expect([state, helper?.name]).toEqual(["ACKNOWLEDGED", "Anna Reyes"]);
  });
});
