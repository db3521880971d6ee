// Twilio, by its REST API: https://www.twilio.com/docs/messaging/api/message-resource
import type { Refusal } from "#contract/reachability.ts";
import type { Twilio } from "#server/platform/config/text-providers.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { basicAuthorization, request, valueAt } from "../request.ts";
import { SendError } from "../send-error.ts";
import { signedTwilioFields } from "../twilio-signature.ts";
import type { Callback, Report, TextProvider } from "./provider.ts";

/**
 * Twilio's error codes for numbers that no text will ever reach. The codes from 30000 on come after Twilio has accepted the
 * text. https://www.twilio.com/docs/api/errors
 */
const unreachable = new Map<string, Refusal>([
  ["21211", "unknown"],
  ["21214", "unknown"],
  ["21217", "unknown"],
  ["21408", "other"],
  ["21610", "unsubscribed"],
  ["21612", "other"],
  ["21614", "landline"],
  ["30004", "blocked"],
  ["30005", "unknown"],
  ["30006", "landline"],
]);

const refusalOfCode = (code: string): Refusal | undefined => unreachable.get(code);

/** Returns whether a text that failed with this code is worth another attempt. */
export const kindOfCode = (code: string): "permanent" | "transient" =>
  unreachable.has(code) ? "permanent" : "transient";

function statusIn(fields: ReadonlyMap<string, string>, token: string): Report | undefined {
  const status = fields.get("MessageStatus");
  if (status === "delivered") return { kind: "delivered", sent: { token } };
  if (status !== "undelivered" && status !== "failed") return undefined;
  return { kind: "failed", sent: { token }, refusal: refusalOfCode(fields.get("ErrorCode") ?? "") };
}

const receiptPath = (token: string): string => `/twilio/statuses/${token}`;

interface Options {
  readonly origin?: string;
  readonly timeoutMs?: number;
}

export function twilioTexts(
  { accountSid, authToken, from }: Twilio,
  publicUrl: string,
  { origin = "https://api.twilio.com", timeoutMs }: Options = {},
): TextProvider {
  const url = `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = { authorization: basicAuthorization(accountSid, authToken) };

  const signedFields = (callback: Callback) => signedTwilioFields(authToken, publicUrl, callback);

  return {
    name: "twilio",
    async send({ to, text, receiptToken }) {
      const body = new URLSearchParams({ To: to, From: from, Body: text });
      if (receiptToken) body.set("StatusCallback", publicUrl + receiptPath(receiptToken));
      const answer = await request("Twilio", url, { method: "POST", headers, body }, timeoutMs);
      const id = valueAt("sid", answer.body);
      if (answer.isOk && id) return { id };
      if (answer.isOk) throw new SendError("unknown", "Twilio's answer cannot be read");
      // Leaves out Twilio's own words, which repeat the phone number.
      const code = valueAt("code", answer.body) ?? "unknown";
      const message = `Twilio did not accept the text (code ${code})`;
      throw new SendError(kindOfCode(code), message, refusalOfCode(code));
    },
    takesReplies: true,
    confirmsKeywords: true,
    replyWith: (words) =>
      `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeHtml(words)}</Message></Response>`,
    webhooks: [
      {
        path: receiptPath(":token"),
        methods: ["POST"],
        read: (callback) => statusIn(signedFields(callback), callback.token),
      },
      {
        path: "/twilio/messages",
        methods: ["POST"],
        read(callback) {
          const fields = signedFields(callback);
          const field = (name: string) => fields.get(name) ?? "";
          return { kind: "reply", id: field("MessageSid"), from: field("From"), words: field("Body") };
        },
      },
    ],
  };
}
