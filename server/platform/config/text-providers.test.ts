import { describe, expect, test } from "vitest";
import { textProviderEnvs } from "#tests/support/text-providers.ts";
import { readTextProviders } from "./text-providers.ts";

const { twilio, http, android } = textProviderEnvs;
const namesIn = (env: Record<string, string>) => readTextProviders(env).map(({ provider }) => provider);

test("providers are tried in the order of SMS_PROVIDERS", () => {
  expect(namesIn({})).toEqual([]);
  expect(namesIn({ ...android, ...twilio })).toEqual(["twilio", "android"]);
  expect(namesIn({ ...android, ...twilio, SMS_PROVIDERS: "android, twilio" })).toEqual(["android", "twilio"]);
});

test("a user name in the address becomes a header, and is removed from the address", () => {
  const [read] = readTextProviders({ ...http, SMS_HTTP_HEADERS: '{"X-Api-Key":"abc"}' });
  expect(read).toMatchObject({
    url: "https://sms.example/messages",
    headers: { authorization: `Basic ${btoa("user:secret")}`, "x-api-key": "abc" },
  });
});

const wrongOrder = "SMS_PROVIDERS must name each provider that is set up exactly once";

describe("refused at the start, with a message that shows no value", () => {
  test.each([
    [{ TWILIO_FROM: "+16145550100" }, "must be set together"],
    [{ ...android, ANDROID_SMS_SIGNING_KEY: "" }, "must be set together"],
    [{ ...android, ANDROID_SMS_URL: "my-secret-phone" }, "ANDROID_SMS_URL must be a web address"],
    [{ ...android, ANDROID_SMS_URL: "http://a:secret@phone/" }, "must not hold a user name"],
    [{ SMS_HTTP_BODY: "to={to}" }, "SMS_HTTP_BODY needs SMS_HTTP_URL."],
    [{ SMS_HTTP_FAILED: "a=b" }, "SMS_HTTP_FAILED needs SMS_HTTP_URL."],
    [{ ...http, SMS_HTTP_URL: "file:///secret" }, "SMS_HTTP_URL must be a web address"],
    [{ ...http, SMS_HTTP_URL: "https://{to}.secret.example/" }, "only after its question mark"],
    [{ ...http, SMS_HTTP_URL: "https://a:100%secret@sms.example/" }, "must be written as %25"],
    [{ ...http, SMS_HTTP_METHOD: "secret" }, "SMS_HTTP_METHOD must be one of POST, GET, PUT."],
    [{ ...http, SMS_HTTP_METHOD: "get" }, "SMS_HTTP_BODY cannot be sent by GET."],
    [{ ...http, SMS_HTTP_BODY: "key=secret&to={to}" }, "must contain {text}"],
    [{ ...http, SMS_HTTP_BODY: "key=secret&text={text}" }, "and {to} or {digits}"],
    [{ ...http, SMS_HTTP_BODY: "to={to}&text={text}&from={from}" }, "not {from}."],
    [{ ...http, SMS_HTTP_BODY: '{"key":"secret",}' }, "SMS_HTTP_BODY must be JSON."],
    [{ ...http, SMS_HTTP_HEADERS: "Authorization: secret" }, "SMS_HTTP_HEADERS must be JSON"],
    [{ ...http, SMS_HTTP_HEADERS: '{"X-Key":{"secret":1}}' }, "with a text for each header"],
    [{ ...http, SMS_HTTP_HEADERS: '{"X-Key":"a\\nsecret"}' }, "with a text for each header"],
    [{ ...http, SMS_HTTP_DELIVERED: "secret" }, "SMS_HTTP_DELIVERED must be a field and its values"],
    [{ SMS_HTTP_REPLIES: "from=secret&text=text" }, "SMS_HTTP_REPLIES needs SMS_HTTP_URL."],
    [{ ...http, SMS_HTTP_REPLIES: "from=secret&text=text" }, "must be set together"],
    [{ ...http, SMS_HTTP_REPLIES: "from=a&text=b", SMS_HTTP_REPLY_KEY: "secret" }, "at least 16 letters"],
    [
      { ...http, SMS_HTTP_REPLIES: "text=secret", SMS_HTTP_REPLY_KEY: "the-secret-of-replies" },
      "must name the fields of the number and the words",
    ],
    [
      { ...twilio, ...http, ...android },
      "At most two providers of text messages can be set up, not twilio, http, android.",
    ],
    [{ SMS_PROVIDERS: "secret" }, wrongOrder],
    [{ ...twilio, ...android, SMS_PROVIDERS: "twilio" }, wrongOrder],
    [{ ...twilio, ...android, SMS_PROVIDERS: "twilio,twilio" }, wrongOrder],
  ])("%j", (env: Record<string, string>, words) => {
    expect(() => readTextProviders(env)).toThrow(words);
    expect(() => readTextProviders(env)).not.toThrow(/secret/);
  });
});
