// Twilio, by its REST API: https://www.twilio.com/docs/messaging/api/message-resource
import { createHmac } from "node:crypto";
import type { Refusal } from "#contract/reachability.ts";
import type { Twilio } from "#server/platform/config/text-providers.ts";
import { Forbidden } from "#server/platform/errors.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { isSameSecret } from "#server/platform/secrets.ts";
import { basicAuthorization, fieldsOf, request, valueAt } from "../request.ts";
import { SendError } from "../send-error.ts";
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

/** https://www.twilio.com/docs/usage/security#validating-requests */
export function twilioSignature(authToken: string, url: string, fields: ReadonlyMap<string, string>): string {
  const names = [...fields.keys()].sort();
  const signed = url + names.map((name) => name + fields.get(name)).join("");
  return createHmac("sha1", authToken).update(signed).digest("base64");
}

/** Twilio signs the address that it was given, but sometimes with the port, and sometimes without it. */
function spellingsOf(publicUrl: string, path: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const standardPort = protocol === "https:" ? "443" : "80";
  return [`${protocol}//${hostname}${path}`, `${protocol}//${hostname}:${port || standardPort}${path}`];
}

export function isSignedByTwilio(
  authToken: string,
  signature: string,
  { publicUrl, path }: { publicUrl: string; path: string },
  fields: ReadonlyMap<string, string>,
): boolean {
  const expected = spellingsOf(publicUrl, path).map((url) => twilioSignature(authToken, url, fields));
  return expected.some((each) => isSameSecret(each, signature));
}

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

  /** The fields of a form that Twilio has signed. */
  const signedFields = ({ path, headers, body }: Callback): Map<string, string> => {
    const fields = fieldsOf(body);
    const signature = String(headers["x-twilio-signature"] ?? "");
    if (!isSignedByTwilio(authToken, signature, { publicUrl, path }, fields))
      throw new Forbidden("This did not come from Twilio.");
    return fields;
  };

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
