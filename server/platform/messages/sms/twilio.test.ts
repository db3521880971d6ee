import { afterEach, expect, test } from "vitest";
import type { Sms } from "#server/platform/world.ts";
import { useTwilio } from "#tests/support/twilio.ts";
import { isSignedByTwilio, twilioSignature } from "../twilio-signature.ts";
import { kindOfCode, twilioTexts } from "./twilio.ts";

const settings = {
  provider: "twilio",
  accountSid: `AC${"0".repeat(32)}`,
  authToken: "secret",
  from: "+16145550100",
} as const;
const publicUrl = "https://porchlight.example";
const hello = { to: "+16145550101", text: "Hello Rose 💡 & Walter" };

const twilio = useTwilio();
const answer = twilio.answer;
afterEach(() => {
  twilio.answer = answer;
});
const sms = (text: Sms) => twilioTexts(settings, publicUrl, { origin: twilio.origin }).send(text);

test("a text is sent through Twilio from the configured number, and its id is returned", async () => {
  expect(await sms({ ...hello, receiptToken: "token" })).toEqual({ id: "SM1" });
  expect(await sms(hello)).toEqual({ id: "SM1" });
  const form = { To: hello.to, From: settings.from, Body: hello.text };
  expect(twilio.asked).toEqual([
    {
      method: "POST",
      path: `/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
      credentials: `${settings.accountSid}:secret`,
      form: { ...form, StatusCallback: `${publicUrl}/twilio/statuses/token` },
    },
    expect.objectContaining({ form }),
  ]);
});

test("a refusal is an error that does not repeat the number or the text", async () => {
  twilio.refuseWith(400, 21211);
  await expect(sms(hello)).rejects.toThrow(/^Twilio did not accept the text \(code 21211\)$/);
});

test.each([
  ["a number that is none", 400, 21211, "permanent"],
  ["a landline", 400, 21614, "permanent"],
  ["somebody who has unsubscribed", 400, 21610, "permanent"],
  ["a country that is not allowed", 403, 21408, "permanent"],
  ["a number of ours that is none", 400, 21606, "transient"],
  ["a wrong token", 401, 20003, "transient"],
  ["too many at once", 429, 20429, "transient"],
  ["trouble", 500, 20500, "transient"],
  ["trouble without words", 503, undefined, "transient"],
])("%s is classified as the right kind of failure", async (_, status, code, kind) => {
  twilio.refuseWith(status, code);
  await expect(sms(hello)).rejects.toMatchObject({ kind });
});

test("a missing or partial answer leaves the result unknown; a provider that cannot be reached has accepted nothing", async () => {
  twilio.answer = () => undefined;
  const impatient = twilioTexts(settings, publicUrl, { origin: twilio.origin, timeoutMs: 200 });
  await expect(impatient.send(hello)).rejects.toMatchObject({ kind: "unknown" });
  twilio.answer = (response) => response.destroy();
  await expect(sms(hello)).rejects.toMatchObject({ kind: "unknown" });
  twilio.answer = (response) => response.writeHead(200).end("<html>not Twilio");
  await expect(sms(hello)).rejects.toMatchObject({ kind: "unknown" });
});

test("later reports about a text are classified in the same way", () => {
  expect(["30003", "30004", "30005", "30006", "30008"].map(kindOfCode)).toEqual([
    ...["transient", "permanent", "permanent", "permanent", "transient"],
  ]);
});

// The example of Twilio's own library, spec/validation.spec.js.
const example = {
  token: "12345",
  signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
  place: { publicUrl: "https://mycompany.com", path: "/myapp.php?foo=1&bar=2" },
  fields: new Map([
    ["To", "+18005551212"],
    ["CallSid", "CA1234567890ABCDE"],
    ["Caller", "+14158675309"],
    ["Digits", "1234"],
    ["From", "+14158675309"],
  ]),
};

test("a signature is valid for one address, one set of fields and one token, with and without the port", () => {
  const { token, signature, place, fields } = example;
  expect(isSignedByTwilio(token, signature, place, fields)).toBe(true);
  const withPort = twilioSignature(token, "https://mycompany.com:443/myapp.php?foo=1&bar=2", fields);
  expect(withPort).not.toBe(signature);
  expect(isSignedByTwilio(token, withPort, place, fields)).toBe(true);
  expect(isSignedByTwilio("12346", signature, place, fields)).toBe(false);
  expect(isSignedByTwilio(token, signature, { ...place, path: "/myapp.php?foo=1" }, fields)).toBe(false);
  expect(isSignedByTwilio(token, signature, place, new Map([...fields, ["Digits", "1235"]]))).toBe(false);
  for (const wrong of ["", "RSOYDt4T1cUTdK1PDd93/VVr8B8"])
    expect(isSignedByTwilio(token, wrong, place, fields)).toBe(false);
});
