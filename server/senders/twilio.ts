import type { Twilio as Client } from "twilio";
import type { Twilio } from "../config.ts";
import type { Senders } from "../world.ts";

// The official library takes most of a second to load: at the first text, not at the start.
async function open({ accountSid, authToken }: Twilio): Promise<Client> {
  const { default: twilio } = await import("twilio");
  return twilio(accountSid, authToken, { timeout: 10_000 });
}

/** Without Twilio's own words, which repeat the phone number. */
function refusalOf(error: unknown): Error {
  const code = error instanceof Error && "code" in error ? error.code : "unknown";
  return new Error(`Twilio did not take the text (code ${code})`);
}

export function twilioSms(settings: Twilio, connect = open): Senders["sms"] {
  let client: Promise<Client> | undefined;
  return async ({ to, text }) => {
    client ??= connect(settings);
    try {
      await (await client).messages.create({ to, from: settings.from, body: text });
    } catch (error) {
      throw refusalOf(error);
    }
  };
}
