import twilio from "twilio";
import { expect, test, vi } from "vitest";
import { twilioSms } from "./twilio.ts";

const settings = { accountSid: `AC${"0".repeat(32)}`, authToken: "secret", from: "+16145550100" };

/** Twilio's own library, with the network replaced by one answer. */
function answering(statusCode: number, answer: object) {
  const network = new twilio.RequestClient();
  const response = { statusCode, body: JSON.stringify(answer), headers: {} };
  const request = vi.spyOn(network, "request").mockResolvedValue(response);
  const connect = async () => twilio(settings.accountSid, settings.authToken, { httpClient: network });
  return { request, sms: twilioSms(settings, connect) };
}

test("a text goes out through Twilio from the number in the configuration", async () => {
  const { request, sms } = answering(201, { sid: "SM1" });
  await sms({ to: "+16145550101", text: "Hello Rose" });
  const data = { To: "+16145550101", From: settings.from, Body: "Hello Rose" };
  expect(request.mock.calls).toMatchObject([[{ method: "post", data }]]);
});

test("a refusal is an error that does not repeat the number or the text", async () => {
  const { sms } = answering(400, {
    code: 21211,
    message: "Invalid 'To' Phone Number: +16145550101",
    status: 400,
  });
  const refused = sms({ to: "+16145550101", text: "Hello Rose" });
  await expect(refused).rejects.toThrow("Twilio did not take the text (code 21211)");
});
