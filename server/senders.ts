// Chooses the ways out of the house.

import { googleAt } from "./accounts/google/google.ts";
import type { Config } from "./config.ts";
import { Unavailable } from "./errors.ts";
import { smtpEmail } from "./messages/email/smtp.ts";
import { webPush } from "./messages/push/web-push.ts";
import { SendError } from "./messages/send-error.ts";
import { twilioSms } from "./messages/sms/twilio.ts";
import { sandboxGoogle } from "./sandbox/google/google.ts";
import { sandboxSenders } from "./sandbox/messages.ts";
import type { Senders, World } from "./world.ts";

type Log = World["log"];

// Another way is worth trying at once, this one is not.
const refusing = (message: string) => () => Promise.reject(new SendError("permanent", message));

function smsFor({ twilio }: Config, log: Log): Senders["sms"] {
  if (twilio) return twilioSms(twilio);
  log.warn(
    "No provider for texts: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM. Nobody can sign up.",
  );
  return refusing("This server cannot send texts yet.");
}

function emailFor({ smtp }: Config, log: Log): Senders["email"] {
  if (smtp) return smtpEmail(smtp);
  log.warn("No provider for e-mail: set SMTP_URL and MAIL_FROM. No e-mail goes out, not even an invitation.");
  return refusing("This server cannot send e-mail yet.");
}

function googleFor({ google }: Config, log: Log): Senders["google"] {
  if (google) return googleAt(google, log);
  log.warn("No Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Nobody can sign in with it.");
  const refuse = () => Promise.reject(new Unavailable("This server is not connected to Google yet."));
  return { addressFor: refuse, redeem: refuse, revoke: refuse, calendars: refuse, changes: refuse };
}

export function sendersFor(world: Pick<World, "config" | "database" | "clock" | "secrets" | "log">): Senders {
  const { config, database, clock, secrets, log } = world;
  const push = webPush(config, secrets);
  if (config.isSandbox)
    return { ...sandboxSenders(database.kysely, clock, push), google: sandboxGoogle(config, log) };
  return { sms: smsFor(config, log), email: emailFor(config, log), push, google: googleFor(config, log) };
}
