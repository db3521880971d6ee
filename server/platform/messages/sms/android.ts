// An Android phone as an SMS gateway: https://docs.sms-gate.app
import { createHmac } from "node:crypto";
import { minuteMs } from "#contract/durations.ts";
import type { AndroidTexts } from "#server/platform/config/text-providers.ts";
import { Forbidden } from "#server/platform/errors.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import { isSameSecret } from "#server/platform/secrets.ts";
import { basicAuthorization, jsonIn, request, valueAt } from "../request.ts";
import { SendError } from "../send-error.ts";
import type { Callback, Report, TextProvider } from "./provider.ts";

const maxAgeMs = 5 * minuteMs;

/** https://docs.sms-gate.app/features/webhooks/#payload-signing */
export const androidSignature = (signingKey: string, body: string, timestamp: string): string =>
  createHmac("sha256", signingKey)
    .update(body + timestamp)
    .digest("hex");

/** A webhook that was recorded and sent again later would answer a newer request for help. */
function refuseUnsigned(signingKey: string, { headers, body, now }: Callback): void {
  const timestamp = String(headers["x-timestamp"] ?? "");
  const signature = String(headers["x-signature"] ?? "").toLowerCase();
  const isRecent = Math.abs(now.getTime() - Number(timestamp) * 1_000) <= maxAgeMs;
  if (!isRecent || !isSameSecret(androidSignature(signingKey, body, timestamp), signature))
    throw new Forbidden("This did not come from our phone, or its clock is wrong.");
}

/** Older versions of the app have `phoneNumber` in place of `sender` and `recipient`. */
function reportIn(body: string): Report | undefined {
  const webhook = jsonIn(body);
  const payload = (name: string) => valueAt(`payload.${name}`, webhook) ?? "";
  const phoneNumber = payload("recipient") || payload("phoneNumber");
  const id = payload("messageId");
  const sent = { providerId: id, phoneNumber };
  switch (valueAt("event", webhook)) {
    case "sms:delivered":
      return { kind: "delivered", sent };
    case "sms:failed":
      return { kind: "failed", sent };
    case "sms:received": {
      const sender = payload("sender") || payload("phoneNumber");
      const from = toE164(sender) ?? sender;
      return { kind: "reply", id, from, words: payload("message") };
    }
    default:
      return undefined;
  }
}

/** The message goes to the front of the phone's queue, and is dropped after an hour. */
const urgency = { priority: 100, ttl: 3_600, withDeliveryReport: true };

export function androidTexts(settings: AndroidTexts): TextProvider {
  const { url, username, password, signingKey } = settings;
  const headers = {
    authorization: basicAuthorization(username, password),
    "content-type": "application/json",
  };
  return {
    name: "android",
    async send({ to, text }) {
      const body = JSON.stringify({ textMessage: { text }, phoneNumbers: [to], ...urgency });
      const answer = await request("The phone", url, { method: "POST", headers, body });
      if (!answer.isOk)
        throw new SendError("transient", `The phone did not accept the text (${answer.status})`);
      const id = valueAt("id", answer.body);
      if (!id) throw new SendError("unknown", "The answer of the phone cannot be read");
      return { id };
    },
    takesReplies: true,
    webhooks: [
      {
        path: "/texts/android",
        methods: ["POST"],
        read(callback) {
          refuseUnsigned(signingKey, callback);
          return reportIn(callback.body);
        },
      },
    ],
  };
}
