// Chooses the senders that the nouns use, and combines Google's sign-in with its calendars.

import { type Fetches, sandboxClient, sandboxGoogle } from "#dev/sandbox/google/google.ts";
import { sandboxSenders } from "#dev/sandbox/outbox.ts";
import { openIdProvider } from "#server/features/accounts/providers/open-id-provider.ts";
import { accessTokens, calendarsAt } from "#server/features/calendar/google/calendar-api.ts";
import type { Config, GoogleClient } from "#server/platform/config/config.ts";
import { Unavailable } from "#server/platform/errors.ts";
import { appriseNotifier } from "#server/platform/messages/apprise/notify.ts";
import { callProviderOf } from "#server/platform/messages/call/providers.ts";
import { smtpEmail } from "#server/platform/messages/email/smtp.ts";
import { ntfyPublisher } from "#server/platform/messages/ntfy/publish.ts";
import { webPush } from "#server/platform/messages/push/web-push.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { sendByFirst, textProvidersOf } from "#server/platform/messages/sms/providers.ts";
import type { Google, Senders, SignInProvider, World } from "#server/platform/world.ts";

type Log = World["log"];
type Parts = Pick<World, "config" | "database" | "clock" | "secrets" | "log">;

// The refusal is permanent, so that the next channel is tried at once.
const refusing = (message: string) => () => Promise.reject(new SendError("permanent", message));

function smsFor(config: Config, log: Log): Senders["sms"] {
  const providers = textProvidersOf(config);
  if (providers.length > 0) return sendByFirst(providers, log);
  log.warn(
    "No provider for texts: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM, or another one of docs/operate/text-messages.md. Codes for signing up go out by e-mail alone.",
  );
  return refusing("This server cannot send texts yet.");
}

function callFor(config: Config): Senders["call"] {
  const provider = callProviderOf(config);
  return provider ? (call) => provider.place(call) : refusing("This server makes no phone calls.");
}

function recordingsFor(config: Config): Senders["recordings"] {
  const provider = callProviderOf(config);
  const refuse = refusing("This server takes no phone calls.");
  return {
    fetch: provider?.fetchRecording ?? refuse,
    delete: provider?.deleteRecording ?? refuse,
  };
}

function emailFor({ smtp }: Config, log: Log): Senders["email"] {
  if (smtp) return smtpEmail(smtp);
  log.warn(
    "No provider for e-mail: set SMTP_URL and MAIL_FROM. No e-mail goes out, not even an invitation or a code.",
  );
  return refusing("This server cannot send e-mail yet.");
}

function googleAt(provider: GoogleClient, parts: Parts, fetches?: Fetches): Google {
  const { grant, revoke, ...signIn } = openIdProvider(
    { ...provider, name: "Google" },
    parts,
    fetches?.provider,
  );
  const access = accessTokens(grant);
  return {
    ...signIn,
    async revoke(refreshToken) {
      access.forget(refreshToken);
      await revoke(refreshToken);
    },
    ...calendarsAt(provider.calendarRoot, access, fetches?.calendars),
  };
}

function googleFor(parts: Parts): Google {
  const { config, log } = parts;
  if (config.google) return googleAt(config.google, parts);
  log.warn("No Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Nobody can sign in with it.");
  const refuse = () => Promise.reject(new Unavailable("This server is not connected to Google yet."));
  return {
    authorizationUrl: refuse,
    exchangeCode: refuse,
    revoke: refuse,
    calendars: refuse,
    changes: refuse,
  };
}

/** Google always comes first. */
function signInProvidersOf(parts: Parts, google: Google, issuer: string | undefined): SignInProvider[] {
  const { authorizationUrl, exchangeCode } = google;
  return [
    { id: "google", name: "Google", icon: undefined, issuer, authorizationUrl, exchangeCode },
    ...parts.config.signInProviders.map((provider) => {
      const { id, name, icon, issuer } = provider;
      const { authorizationUrl, exchangeCode } = openIdProvider(provider, parts);
      return { id, name, icon, issuer, authorizationUrl, exchangeCode };
    }),
  ];
}

export function sendersFor(parts: Parts): Senders {
  const { config, database, clock, secrets, log } = parts;
  const push = webPush(config, secrets);
  const ntfy = config.ntfy
    ? ntfyPublisher(config.ntfy)
    : refusing("This server cannot send messages by ntfy.");
  const apprise = config.apprise
    ? appriseNotifier(config.apprise)
    : refusing("This server cannot send messages through Apprise.");
  if (config.isSandbox) {
    const google = sandboxGoogle(config, (client, fetches) => googleAt(client, parts, fetches));
    const signInProviders = signInProvidersOf(parts, google, sandboxClient(config).issuer);
    return { ...sandboxSenders(database.kysely, clock, { push, ntfy, apprise }), google, signInProviders };
  }
  const google = googleFor(parts);
  const signInProviders = signInProvidersOf(parts, google, config.google?.issuer);
  return {
    sms: smsFor(config, log),
    email: emailFor(config, log),
    push,
    ntfy,
    apprise,
    call: callFor(config),
    recordings: recordingsFor(config),
    google,
    signInProviders,
  };
}
