import { beforeEach, expect, test } from "vitest";
import { useTextGateway } from "#tests/support/text-providers.ts";
import { androidSignature, androidTexts } from "./android.ts";

const gateway = useTextGateway();
beforeEach(() => gateway.answerWith(202, { id: "zXDYfTmTVf3iMd16zzdBj", state: "Pending" }));

const phone = () =>
  androidTexts({
    provider: "android",
    url: `${gateway.origin}/message`,
    username: "sms",
    password: "secret",
    signingKey: "the-key-of-the-phone",
  });
const hello = { to: "+16145550101", text: "Hello Rose 💡", receiptToken: "token" };

test("a text is sent by the phone, ahead of its queue, and its id is returned", async () => {
  expect(await phone().send(hello)).toEqual({ id: "zXDYfTmTVf3iMd16zzdBj" });
  const { body = "", ...asked } = gateway.asked.at(-1) ?? {};
  expect(asked).toMatchObject({
    method: "POST",
    path: "/message",
    headers: { authorization: `Basic ${btoa("sms:secret")}`, "content-type": "application/json" },
  });
  expect(JSON.parse(body)).toEqual({
    textMessage: { text: hello.text },
    phoneNumbers: [hello.to],
    priority: 100,
    ttl: 3_600,
    withDeliveryReport: true,
  });
});

test.each([
  [400, "transient"],
  [401, "transient"],
  [500, "transient"],
  [200, "unknown"],
])("an answer %i without an id leaves it %s", async (status, kind) => {
  gateway.answerWith(status, { message: "something about +16145550101" });
  await expect(phone().send(hello)).rejects.toMatchObject({
    kind,
    message: expect.not.stringContaining("1614"),
  });
});

test("a webhook is signed as the app's documentation says", () => {
  // Computed with the documentation's Python example: hmac.new(b"key", b'{"a":1}1700000000', sha256).hexdigest()
  expect(androidSignature("key", '{"a":1}', "1700000000")).toBe(
    "5cff791334e7fd8344cc05c2398964f60329f4edd6ab1087ed1ba6c34eefeeca",
  );
});
