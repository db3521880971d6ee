import type { Twilio as Client } from "twilio";
import type { Refusal } from "#contract/reachability.ts";
import type { Twilio } from "#server/config.ts";
import type { Senders } from "#server/world.ts";
import { codeOf, kindOfSilence, SendError } from "../send-error.ts";

// The official library takes most of a second to load, so it is loaded for the first text.
async function open({ accountSid, authToken }: Twilio): Promise<Client> {
  const { default: twilio } = await import("twilio");
  return twilio(accountSid, authToken, { timeout: 10_000 });
}

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

export const refusalOfCode = (code: string): Refusal | undefined => unreachable.get(code);

/** Returns whether a text that failed with this code is worth another attempt. */
export const kindOfCode = (code: string): "permanent" | "transient" =>
  unreachable.has(code) ? "permanent" : "transient";

const hasAnswer = (error: unknown): boolean => error instanceof Error && "status" in error;

/** Leaves out Twilio's own words, which repeat the phone number. */
function refusalOf(error: unknown): SendError {
  const code = codeOf(error) || "unknown";
  const kind = hasAnswer(error) ? kindOfCode(code) : kindOfSilence(code);
  return new SendError(kind, `Twilio did not accept the text (code ${code})`, refusalOfCode(code));
}

export function twilioSms(settings: Twilio, connect = open): Senders["sms"] {
  let client: Promise<Client> | undefined;
  return async ({ to, text, statusCallback }) => {
    client ??= connect(settings);
    try {
      const { messages } = await client;
      const message = { to, from: settings.from, body: text, ...(statusCallback && { statusCallback }) };
      return { id: (await messages.create(message)).sid };
    } catch (error) {
      throw refusalOf(error);
    }
  };
}
