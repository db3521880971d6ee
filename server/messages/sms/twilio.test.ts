import { afterEach, expect, test } from "vitest";
import { useTwilio } from "#tests/support/twilio.ts";
import { kindOfCode, twilioSms } from "./twilio.ts";

const settings = { accountSid: `AC${"0".repeat(32)}`, authToken: "secret", from: "+16145550100" };
const hello = { to: "+16145550101", text: "Hello Rose 💡 & Walter" };

const twilio = useTwilio();
const answer = twilio.answer;
afterEach(() => {
  twilio.answer = answer;
});
const sms = twilioSms(settings, twilio.client);

test("a text goes out through Twilio from the number in the configuration, and its id comes back", async () => {
  const statusCallback = "https://porchlight.example/api/twilio/1";
  expect(await sms({ ...hello, statusCallback })).toEqual({ id: "SM1" });
  expect(await sms(hello)).toEqual({ id: "SM1" });
  const form = { To: hello.to, From: settings.from, Body: hello.text };
  expect(twilio.asked).toEqual([
    {
      ...{ method: "POST", path: `/2010-04-01/Accounts/${settings.accountSid}/Messages.json` },
      ...{ credentials: `${settings.accountSid}:secret`, form: { ...form, StatusCallback: statusCallback } },
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
])("%s is a failure that is told apart", async (_, status, code, kind) => {
  twilio.refuseWith(status, code);
  await expect(sms(hello)).rejects.toMatchObject({ kind });
});

test("an answer that never comes, or breaks off, leaves it unknown; one who is not there has taken nothing", async () => {
  twilio.answer = () => undefined;
  const impatient = twilioSms(settings, (account) => twilio.client(account, 200));
  await expect(impatient(hello)).rejects.toMatchObject({ kind: "unknown" });
  twilio.answer = (response) => response.destroy();
  await expect(sms(hello)).rejects.toMatchObject({ kind: "unknown" });
  twilio.answer = (response) => response.writeHead(200).end("<html>not Twilio");
  await expect(sms(hello)).rejects.toMatchObject({ kind: "unknown" });
});

test("what became of a text later is told apart in the same way", () => {
  expect(["30003", "30004", "30005", "30006", "30008"].map(kindOfCode)).toEqual([
    ...["transient", "permanent", "permanent", "permanent", "transient"],
  ]);
});
