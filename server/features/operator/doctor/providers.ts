// What sends messages: each is asked for something harmless, and nothing is sent to anybody.
import { lookup } from "node:dns/promises";
import type { Config } from "#server/platform/config/config.ts";
import type { PlivoCalls, TwilioCalls } from "#server/platform/config/phone-calls.ts";
import type { TextProviderSettings, Twilio } from "#server/platform/config/text-providers.ts";
import { openTransport } from "#server/platform/messages/email/smtp.ts";
import { vapidKeys } from "#server/platform/messages/push/vapid.ts";
import { basicAuthorization } from "#server/platform/messages/request.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding.ts";

const timeoutMs = 10_000;

/** Connects to the mail server and signs in there. */
export async function checkMail(smtp: Config["smtp"]): Promise<Finding> {
  if (!smtp)
    return doubtful(
      "E-mail",
      "SMTP_URL is not set, so no e-mail goes out, not even an invitation or a code.",
    );
  const transport = await openTransport(smtp);
  try {
    await transport.verify();
    return fine("E-mail", `${new URL(smtp.url).host} takes the user name and the password.`);
  } catch (error) {
    const words = `${new URL(smtp.url).host} can't be used (${reasonOf(error)}).`;
    return broken("E-mail", `${words} Correct the server, the port or the password in SMTP_URL.`);
  } finally {
    transport.close();
  }
}

interface Question {
  readonly what: string;
  readonly provider: string;
  readonly url: string;
  readonly authorization?: string;
  /** What to correct if the provider does not know us. */
  readonly settings: string;
}

/** Reads something of ours that the provider gives only to us. */
async function ask({ what, provider, url, authorization, settings }: Question): Promise<Finding> {
  try {
    const response = await fetch(url, {
      ...(authorization && { headers: { authorization } }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return fine(what, `${provider} knows this server's account.`);
    const isUnknown = response.status === 401 || response.status === 403 || response.status === 404;
    const mend = isUnknown ? `Correct ${settings}.` : "Look at its status page, and try again later.";
    return broken(what, `${provider} answers with status ${response.status}. ${mend}`);
  } catch (error) {
    return broken(
      what,
      `${provider} can't be reached (${reasonOf(error)}). Does a firewall keep this server from it?`,
    );
  }
}

/** https://www.twilio.com/docs/iam/api/account#fetch-an-account-resource */
export const checkTwilio = (
  what: string,
  { accountSid, authToken }: Twilio | TwilioCalls,
  origin = "https://api.twilio.com",
): Promise<Finding> =>
  ask({
    what,
    provider: "Twilio",
    url: `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`,
    authorization: basicAuthorization(accountSid, authToken),
    settings: "TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN",
  });

/** https://www.plivo.com/docs/account/api/account#retrieve-your-account */
export const checkPlivo = (
  { authId, authToken }: PlivoCalls,
  origin = "https://api.plivo.com",
): Promise<Finding> =>
  ask({
    what: "Phone calls",
    provider: "Plivo",
    url: `${origin}/v1/Account/${encodeURIComponent(authId)}/`,
    authorization: basicAuthorization(authId, authToken),
    settings: "PLIVO_AUTH_ID and PLIVO_AUTH_TOKEN",
  });

/** A provider whose API is only for sending is merely connected to. */
export async function checkReach(what: string, url: string): Promise<Finding> {
  const { host } = new URL(url);
  try {
    const response = await fetch(new URL("/", url), {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return fine(
      what,
      `${host} answers. Whether it takes messages, only npm run porchlight -- send-test shows.`,
    );
  } catch (error) {
    return broken(what, `${host} can't be reached (${reasonOf(error)}). Correct its address, or start it.`);
  }
}

const checkText = (settings: TextProviderSettings): Promise<Finding> =>
  settings.provider === "twilio" ? checkTwilio("Texts", settings) : checkReach("Texts", settings.url);

export async function checkTexts({ textProviders }: Pick<Config, "textProviders">): Promise<Finding[]> {
  if (textProviders.length === 0)
    return [fine("Texts", "No provider is set, so codes and messages go by e-mail and in the app.")];
  return await Promise.all(textProviders.map(checkText));
}

export async function checkCalls({ callProvider }: Pick<Config, "callProvider">): Promise<Finding[]> {
  if (!callProvider) return [];
  return [
    await (callProvider.provider === "twilio"
      ? checkTwilio("Phone calls", callProvider)
      : checkPlivo(callProvider)),
  ];
}

/** https://docs.ntfy.sh/config/#health-checks */
export async function checkNtfy(ntfy: Config["ntfy"]): Promise<Finding[]> {
  if (!ntfy) return [];
  const url = `${ntfy.url}/v1/health`;
  const authorization = ntfy.token && `Bearer ${ntfy.token}`;
  const found = await ask({
    what: "ntfy",
    provider: "The ntfy server",
    url,
    settings: "NTFY_URL and NTFY_TOKEN",
    ...(authorization && { authorization }),
  });
  return [found.state === "fine" ? fine("ntfy", `${new URL(url).host} is well.`) : found];
}

/** https://github.com/caronc/apprise-api#health-checks */
export async function checkApprise(apprise: Config["apprise"]): Promise<Finding[]> {
  if (!apprise) return [];
  const url = `${apprise.url}/status`;
  const { account } = apprise;
  const authorization = account && basicAuthorization(account.username, account.password);
  const found = await ask({
    what: "Apprise",
    provider: "The Apprise server",
    url,
    settings: "APPRISE_URL, APPRISE_USERNAME and APPRISE_PASSWORD",
    ...(authorization && { authorization }),
  });
  return [found.state === "fine" ? fine("Apprise", `${new URL(url).host} is well.`) : found];
}

/** The services of the usual browsers. */
const pushHosts = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];

export async function checkPush(secrets: Secrets, hosts: readonly string[] = pushHosts): Promise<Finding> {
  const { publicKey } = vapidKeys(secrets);
  // An uncompressed point of P-256 in base64url, which is what browsers take.
  if (!/^[\w-]{87}$/.test(publicKey))
    return broken("Push messages", "The server's key is damaged. Restore porchlight.key from a backup.");
  const found = await Promise.allSettled(hosts.map((host) => lookup(host)));
  const missing = hosts.filter((_, place) => found[place]?.status === "rejected");
  if (missing.length === 0)
    return fine("Push messages", "The key is good, and the services of the browsers are found.");
  return broken(
    "Push messages",
    `${missing.join(" and ")} can't be found. This server needs a working DNS and a way to the internet.`,
  );
}
