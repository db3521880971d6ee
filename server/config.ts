// The only reader of process.env.
import { resolve } from "node:path";

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly isSandbox: boolean;
  readonly isProduction: boolean;
  /** Addresses of the proxies that are to be believed about the caller's address, as Fastify's trustProxy reads them. */
  readonly trustedProxies: string | undefined;
  readonly logLevel: string;
  readonly twilio: Twilio | undefined;
  readonly smtp: Smtp | undefined;
  readonly google: Provider | undefined;
  /** Whether calendars and push services on this machine itself may be reached. Never in production. */
  readonly reachLoopback: boolean;
  readonly limits: Limits;
}

export interface Twilio {
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
}

export interface Smtp {
  /** With the user and password of the mail server in it. */
  readonly url: string;
  /** Such as "Porchlight <hello@porchlight.example>". */
  readonly from: string;
}

/** An OpenID Connect provider, and what we are to it. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where its calendars are read. */
  readonly calendarRoot: string;
}

/** What following calendars may cost, each one and all of a family's. */
export interface FeedLimits {
  readonly feedsPerFamily: number;
  /** By hand, of one device in five minutes. */
  readonly feedReadings: number;
  readonly feedBytes: number;
  readonly feedConnectMs: number;
  readonly feedTotalMs: number;
  readonly feedRedirects: number;
  readonly feedEvents: number;
  readonly feedOccurrences: number;
  readonly feedParseMs: number;
  readonly feedParseMegabytes: number;
}

/** The README says what each is for. */
export interface Limits extends FeedLimits {
  readonly smsCountries: readonly string[];
  readonly smsPerPhonePerDay: number;
  readonly smsPerIpPerHour: number;
  readonly smsPerDay: number;
  readonly loginsPerIp: number;
  readonly loginsPerAccount: number;
  readonly registrationsPerIp: number;
  readonly requestsPerSession: number;
  readonly pendingInvitations: number;
  readonly invitationMessagesPerFamily: number;
  readonly invitationMessagesPerRecipient: number;
  readonly helpRequestsPerHour: number;
  readonly reminderTextsPerDay: number;
  /** That admins ask for, by every way at once. */
  readonly testsPerPersonPerDay: number;
  /** By apps at one address on the internet, in five minutes. */
  readonly calendarReadings: number;
  /** How many calendars of others one server reads in a second, of those that are due. */
  readonly feedsPerSecond: number;
  /** Fewer than the six connections to one host that a browser opens over HTTP/1.1. */
  readonly livePerDevice: number;
  readonly livePerPerson: number;
  readonly livePerIp: number;
  readonly livePerProcess: number;
}

const smsCountries =
  "US,CA,GB,IE,AU,NZ,DE,AT,CH,FR,BE,NL,LU,IT,ES,PT,DK,SE,NO,FI,IS,PL,CZ,SK,SI,HR,HU,RO,BG,GR,CY,MT,EE,LV,LT";

type Environment = Readonly<Record<string, string | undefined>>;

function wholeNumber(env: Environment, name: string, preset: number): number {
  const text = env[name] || String(preset);
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function webAddress(env: Environment, name: string, preset: string): string {
  const text = env[name] || preset;
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new Error(`${name} must be a web address such as https://porchlight.example, not "${text}".`);
  }
  return text.replace(/\/+$/, "");
}

function yesOrNo(env: Environment, name: string, preset: boolean): boolean {
  const text = env[name];
  if (!text) return preset;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new Error(`${name} must be "true" or "false", not "${text}".`);
}

function outsideProduction(env: Environment, name: string, preset: boolean): boolean {
  const isOn = yesOrNo(env, name, preset);
  if (isOn && env.NODE_ENV === "production") throw new Error(`${name} cannot be on in production.`);
  return isOn;
}

function readTwilio(env: Environment): Twilio | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) return { accountSid, authToken, from };
  if (accountSid || authToken || from) {
    throw new Error("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are only good together.");
  }
  return undefined;
}

// Never quoted: there is a password in it.
const smtpExample = "such as smtps://user:password@mail.example.com";

function readSmtp({ SMTP_URL: url, MAIL_FROM: from }: Environment): Smtp | undefined {
  if (!url && !from) return undefined;
  if (!url || !from) throw new Error("SMTP_URL and MAIL_FROM are only good together.");
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new Error(`SMTP_URL must be the address of a mail server, ${smtpExample}.`);
  }
  if (!/^[^\r\n]*\S@\S+$/.test(from))
    throw new Error(`MAIL_FROM must hold an e-mail address, not "${from}".`);
  return { url, from };
}

/** As the provider writes it, also with a slash at its end: it is compared letter by letter. */
function readIssuer({ OIDC_ISSUER }: Environment): string {
  const issuer = OIDC_ISSUER || "https://accounts.google.com";
  const url = URL.parse(issuer);
  const isHere = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol === "https:" || isHere) return issuer;
  throw new Error(`OIDC_ISSUER must be an address that starts with https://, not "${issuer}".`);
}

function readGoogle(env: Environment): Provider | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER } = env;
  const calendarRoot = webAddress(env, "GOOGLE_CALENDAR_ROOT", "https://www.googleapis.com");
  if (clientId && clientSecret) return { issuer: readIssuer(env), clientId, clientSecret, calendarRoot };
  if (clientId || clientSecret)
    throw new Error("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are only good together.");
  if (OIDC_ISSUER) throw new Error("OIDC_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.");
  return undefined;
}

function readFeedLimits(env: Environment): FeedLimits {
  const number = (name: string, preset: number) => wholeNumber(env, name, preset);
  return {
    feedsPerFamily: number("FEEDS_PER_FAMILY", 10),
    feedReadings: number("FEED_READINGS", 30),
    feedBytes: number("FEED_BYTES", 2 * 1024 * 1024),
    feedConnectMs: number("FEED_CONNECT_MS", 3_000),
    feedTotalMs: number("FEED_TOTAL_MS", 10_000),
    feedRedirects: number("FEED_REDIRECTS", 3),
    feedEvents: number("FEED_EVENTS", 5_000),
    feedOccurrences: number("FEED_OCCURRENCES", 500),
    feedParseMs: number("FEED_PARSE_MS", 10_000),
    feedParseMegabytes: number("FEED_PARSE_MEGABYTES", 128),
  };
}

const readTextLimits = (env: Environment) => ({
  smsCountries: (env.SMS_COUNTRIES || smsCountries).split(",").map((country) => country.trim()),
  smsPerPhonePerDay: wholeNumber(env, "SMS_PER_PHONE_PER_DAY", 10),
  smsPerIpPerHour: wholeNumber(env, "SMS_PER_IP_PER_HOUR", 10),
  smsPerDay: wholeNumber(env, "SMS_PER_DAY", 5000),
  reminderTextsPerDay: wholeNumber(env, "REMINDER_TEXTS_PER_DAY", 10),
});

function readLimits(env: Environment): Limits {
  const number = (name: string, preset: number) => wholeNumber(env, name, preset);
  return {
    ...readTextLimits(env),
    loginsPerIp: number("LOGINS_PER_IP", 25),
    loginsPerAccount: number("LOGINS_PER_ACCOUNT", 25),
    registrationsPerIp: number("REGISTRATIONS_PER_IP", 5),
    requestsPerSession: number("REQUESTS_PER_SESSION", 300),
    pendingInvitations: number("PENDING_INVITATIONS", 20),
    invitationMessagesPerFamily: number("INVITATION_MESSAGES_PER_FAMILY", 40),
    invitationMessagesPerRecipient: number("INVITATION_MESSAGES_PER_RECIPIENT", 3),
    testsPerPersonPerDay: number("TESTS_PER_PERSON_PER_DAY", 5),
    helpRequestsPerHour: number("HELP_REQUESTS_PER_HOUR", 100),
    calendarReadings: number("CALENDAR_READINGS", 600),
    feedsPerSecond: number("FEEDS_PER_SECOND", 8),
    ...readFeedLimits(env),
    livePerDevice: number("LIVE_PER_DEVICE", 4),
    livePerPerson: number("LIVE_PER_PERSON", 8),
    livePerIp: number("LIVE_PER_IP", 30),
    livePerProcess: number("LIVE_PER_PROCESS", 10_000),
  };
}

/** Every value is defaulted, derived, or refused by its name. */
export function readConfig(env: Environment): Config {
  const port = wholeNumber(env, "PORT", 3000);
  const isProduction = env.NODE_ENV === "production";
  const providers = { twilio: readTwilio(env), smtp: readSmtp(env), google: readGoogle(env) };
  const hasProvider = Object.values(providers).some(Boolean);
  const isSandbox = outsideProduction(env, "SANDBOX", !isProduction && !hasProvider);
  return Object.freeze({
    port,
    host: env.HOST || (isSandbox ? "127.0.0.1" : "0.0.0.0"),
    dataDir: resolve(env.DATA_DIR || "data"),
    databaseUrl: env.DATABASE_URL || undefined,
    publicUrl: webAddress(env, "PUBLIC_URL", `http://localhost:${port}`),
    supportEmail: env.SUPPORT_EMAIL || "support@porchlight.example",
    isSandbox,
    isProduction,
    trustedProxies: env.TRUSTED_PROXIES || undefined,
    logLevel: env.LOG_LEVEL || "info",
    ...providers,
    reachLoopback: outsideProduction(env, "REACH_LOOPBACK", isSandbox),
    limits: readLimits(env),
  });
}
