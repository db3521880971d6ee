// Chooses the ways out of the house.
import { Unavailable } from "./errors.ts";
import { sandboxSenders } from "./sandbox/messages.ts";
import { twilioSms } from "./senders/twilio.ts";
import type { Senders, World } from "./world.ts";

export function sendersFor({
  config,
  database,
  clock,
  log,
}: Pick<World, "config" | "database" | "clock" | "log">): Senders {
  if (config.isSandbox) return sandboxSenders(database.kysely, clock);
  if (config.twilio) return { sms: twilioSms(config.twilio) };
  log.warn(
    "No provider for texts: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM. Nobody can sign up.",
  );
  return { sms: () => Promise.reject(new Unavailable("This server cannot send texts yet.")) };
}
