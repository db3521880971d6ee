import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { type HttpTexts, readTextProviders } from "#server/platform/config/text-providers.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { TextGatewayStandIn, useTextGateway } from "#tests/support/text-providers.ts";
import { httpTexts } from "./http.ts";

const gateway = useTextGateway();
const hello = { to: "+16145550101", text: 'Rose & Walter: "100 %" {to}\n💡', receiptToken: "token" };
const publicUrl = "https://porchlight.example";
const receipt = `${publicUrl}/texts/receipts/token`;

function isHttp(settings: { provider: string }): settings is HttpTexts {
  return settings.provider === "http";
}

function provider(env: Record<string, string>, query = "") {
  const url = `http://user:pass%40word@127.0.0.1:${gateway.port}/messages${query}`;
  const [settings] = readTextProviders({ SMS_HTTP_URL: url, ...env }).filter(isHttp);
  if (!settings) throw new Error("This is no HTTP provider.");
  return httpTexts(settings, publicUrl);
}

const form = "key=a%26b&to={to}&message={text}&whendelivered={receipt}";
const lastAsked = () => gateway.asked.at(-1);
beforeEach(() => gateway.answerWith(200, { id: 7 }));

/** The settings that docs/operate/text-messages.md gives for a provider. */
function documented(name: string): Record<string, string> {
  const page = readFileSync(projectFile("docs/operate/text-messages.md"), "utf8");
  const [, block = ""] = new RegExp(`^### ${name}$.*?\`\`\`sh\\n(.*?)\`\`\``, "ms").exec(page) ?? [];
  const settings = block.matchAll(/^(SMS_HTTP_\w+)='?(.*?)'?$/gm);
  return Object.fromEntries([...settings].map(([, variable = "", value = ""]) => [variable, value]));
}

const elks = { id: "s70df", status: "created", to: hello.to, message: hello.text };
const plivo = { api_id: "db34", message: "message(s) queued", message_uuid: ["db3ce"] };
const vonageDone = { messages: [{ "message-id": "0C00", status: "0", to: "16145550101" }] };
const delivered = { kind: "delivered", sent: { token: "token" } };
const failed = { kind: "failed", sent: { token: "token" } };
const gone = { ...failed, refusal: "other" };

// The answers and reports are those of the provider's own documentation.
describe.each([
  ["46elks", elks, "s70df", ["id=s70df&status=delivered", "id=s70df&status=failed", undefined]],
  [
    "Plivo",
    plivo,
    "db3ce",
    ["Status=delivered", "Status=failed&ErrorCode=20", "Status=undelivered&ErrorCode=50"],
  ],
  [
    ...["Vonage", vonageDone, "0C00"],
    ['{"status":"delivered","err-code":"0"}', '{"status":"expired"}', '{"status":"failed","err-code":"3"}'],
  ],
] as const)("the documented settings of %s", (name, answer, id, [arrived, lost, unreachable]) => {
  test("send the number, the words and the address for the receipt, and read the id", async () => {
    const url = `${gateway.origin}/messages`;
    gateway.answerWith(200, answer);
    const [settings] = readTextProviders(documented(name)).filter(isHttp);
    if (!settings) throw new Error("This is no HTTP provider.");
    expect(await httpTexts({ ...settings, url }, publicUrl).send(hello)).toEqual({ id });
    const sent = lastAsked()?.body ?? "";
    const values: unknown[] = sent.startsWith("{")
      ? Object.values(JSON.parse(sent))
      : [...new URLSearchParams(sent).values()];
    expect(values).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\+?16145550101$/), hello.text, receipt]),
    );
  });

  test("read the delivery receipts", () => {
    const [webhook] = provider(documented(name)).webhooks;
    const read = (body: string) =>
      webhook?.read({ path: "/texts/receipts/token", token: "token", headers: {}, body, now: new Date() });
    expect(read(arrived)).toEqual(delivered);
    expect(read(lost)).toEqual(failed);
    if (unreachable) expect(read(unreachable)).toEqual(gone);
    expect(read("status=sent&Status=sent")).toBeUndefined();
  });
});

describe("the body", () => {
  test("is a form whose values are encoded", async () => {
    expect(await provider({ SMS_HTTP_BODY: form }).send(hello)).toEqual({ id: "7" });
    expect(lastAsked()).toMatchObject({
      method: "POST",
      path: "/messages",
      headers: {
        authorization: `Basic ${btoa("user:pass@word")}`,
        "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
      },
    });
    expect([...new URLSearchParams(lastAsked()?.body)]).toEqual([
      ["key", "a&b"],
      ["to", hello.to],
      ["message", hello.text],
      ["whendelivered", receipt],
    ]);
  });

  test("is JSON whose values are escaped, wherever they are", async () => {
    const SMS_HTTP_BODY =
      '{"to":["{digits}"],"sms":{"text":"Family: {text}","urgent":true},"url":"{receipt}"}';
    await provider({ SMS_HTTP_BODY, SMS_HTTP_METHOD: "PUT" }).send(hello);
    expect(lastAsked()).toMatchObject({ method: "PUT", headers: { "content-type": "application/json" } });
    expect(JSON.parse(lastAsked()?.body ?? "")).toEqual({
      to: ["16145550101"],
      sms: { text: `Family: ${hello.text}`, urgent: true },
      url: receipt,
    });
  });

  test("is empty for a provider that takes everything in the query", async () => {
    const api = provider({ SMS_HTTP_METHOD: "GET" }, "?to={to}&text={text}");
    await api.send({ ...hello, text: "a&to=+1999#" });
    expect(lastAsked()).toMatchObject({ method: "GET", body: "" });
    const query = new URL(lastAsked()?.path ?? "", publicUrl).searchParams;
    expect([...query]).toEqual([
      ["to", hello.to],
      ["text", "a&to=+1999#"],
    ]);
  });
});

const vonage = {
  SMS_HTTP_BODY: form,
  SMS_HTTP_ID: "messages.0.message-id",
  SMS_HTTP_ACCEPTED: "messages.0.status=0",
  SMS_HTTP_REFUSED: "messages.0.status=6,7",
};
const answered = (status: string) => ({ messages: [{ "message-id": "0C00", status }] });

test.each([
  [202, { message_uuid: ["a-b"] }, { SMS_HTTP_ID: "message_uuid.0" }, "a-b"],
  [200, answered("0"), vonage, "0C00"],
])("the id is read from an answer %i %j", async (status, body, env, id) => {
  gateway.answerWith(status, body);
  expect(await provider({ SMS_HTTP_BODY: form, ...env }).send(hello)).toEqual({ id });
});

test.each([
  ["a number that is barred", 200, answered("7"), "permanent"],
  ["too many at once", 200, answered("1"), "transient"],
  ["wrong credentials", 401, {}, "transient"],
  ["trouble", 500, {}, "transient"],
  ["a redirect, which is not followed", 302, answered("0"), "transient"],
  ["no id", 200, { messages: [{ status: "0" }] }, "unknown"],
])(
  "%s is classified as the right kind of failure, without the number or a secret",
  async (_, status, body, kind) => {
    gateway.answerWith(status, body);
    const sending = provider(vonage).send(hello);
    await expect(sending).rejects.toMatchObject({
      kind,
      message: expect.not.stringMatching(/1614|word|a&b|Rose/),
    });
  },
);

test("a provider that cannot be reached has accepted nothing", async () => {
  const closed = new TextGatewayStandIn();
  await closed.open();
  const SMS_HTTP_URL = closed.origin;
  await closed.close();
  await expect(provider({ SMS_HTTP_URL, SMS_HTTP_BODY: form }).send(hello)).rejects.toMatchObject({
    kind: "transient",
  });
});
