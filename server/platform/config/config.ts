// The configuration, read from the environment. Nothing else reads the environment.
import { resolve } from "node:path";
import type { SignUp } from "#contract/accounts/sign-in.ts";
import { type AppriseServer, appriseSettings, readApprise } from "./apprise.ts";
import { type Cells, cellSettings, readCells } from "./cells.ts";
import { type DatabaseAddresses, databaseSettings, readDatabaseAddresses } from "./database-addresses.ts";
import { doubtsAbout } from "./doubts.ts";
import {
  type Environment,
  emailAddress,
  oneOf,
  outsideProduction,
  portNumber,
  webAddress,
  webOrigin,
  wholeNumber,
} from "./environment.ts";
import { type HomeNetwork, homeNetworkSettings, readHomeNetwork } from "./home-network.ts";
import { type Limits, limitSettings, readLimits } from "./limits.ts";
import { isLoopback } from "./loopback.ts";
import { type MediaSettings, mediaSettings, readMedia } from "./media.ts";
import { type MetricsAccess, metricsSettings, readMetrics } from "./metrics.ts";
import { type Ntfy, ntfySettings, readNtfy } from "./ntfy.ts";
import { type CallProviderSettings, callSettings, readCallProvider } from "./phone-calls.ts";
import { type Retention, readRetention, retentionSettings } from "./retention.ts";
import type { Setting } from "./setting.ts";
import {
  checkIssuer,
  type OidcClient,
  type OidcProvider,
  readSignInProviders,
  signInSettings,
} from "./sign-in-providers.ts";
import { readTextProviders, type TextProviderSettings, textProviderSettings } from "./text-providers.ts";
import { proxySettings, readTrustedProxies } from "./trusted-proxies.ts";
import { readVideoCallServers, type VideoCallServers, videoCallSettings } from "./video-calls.ts";

/** The folder of the embedded database, or the address of another one. */
export interface Storage {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A folder with the programs of PostgreSQL, instead of the embedded ones. */
  readonly pgBin: string | undefined;
}

/** The configuration of the commands that back up and restore. */
export interface DataConfig extends Storage {
  readonly backupPassphrase: string | undefined;
  readonly media: MediaSettings;
}

/** Automatic backups. */
export interface DailyBackups {
  readonly folder: string;
  readonly passphrase: string;
  /** The hour of the day, in the machine's time zone. */
  readonly hour: number;
  /** The URL of a dead man's switch that is pinged about each backup. */
  readonly pingUrl: string | undefined;
}

export interface Config extends Storage, DatabaseAddresses {
  readonly dailyBackups: DailyBackups | undefined;
  readonly port: number;
  readonly host: string;
  /** Has no slash at its end. */
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Gets a warning when something is wrong with the server. */
  readonly operatorEmail: string | undefined;
  readonly isSandbox: boolean;
  readonly isProduction: boolean;
  /** Proxies that are trusted to name the caller's address, in the format of Fastify's trustProxy. */
  readonly trustedProxies: string | undefined;
  readonly logLevel: string;
  /** Who may make an account: everybody, people with an invitation, or nobody. */
  readonly signUp: SignUp;
  readonly cells: Cells;
  readonly media: MediaSettings;
  readonly retention: Retention;
  /** Undefined while they are off. */
  readonly metrics: MetricsAccess | undefined;
  /** In the order in which they are tried. */
  readonly textProviders: readonly TextProviderSettings[];
  readonly callProvider: CallProviderSettings | undefined;
  /** Whether people are called: by a provider, or in the sandbox. */
  readonly makesCalls: boolean;
  readonly smtp: Smtp | undefined;
  readonly ntfy: Ntfy | undefined;
  readonly apprise: AppriseServer | undefined;
  readonly homeNetwork: HomeNetwork;
  readonly google: GoogleClient | undefined;
  /** The sign-in providers besides Google. */
  readonly signInProviders: readonly OidcProvider[];
  readonly videoCallServers: VideoCallServers;
  /** Whether calendars and push services on this machine itself may be reached. Never in production. */
  readonly reachLoopback: boolean;
  readonly passwordCost: PasswordCost;
  readonly limits: Limits;
}

/** The work of argon2id for a new password. Not a setting, because a cheaper one would help only thieves. */
export interface PasswordCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP recommends these for argon2id. */
const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

export interface Smtp {
  /** Contains the user and password of the mail server. */
  readonly url: string;
  /** An address such as "Porchlight <hello@porchlight.example>". */
  readonly from: string;
}

/** Google, or the provider that takes its place. */
export interface GoogleClient extends OidcClient {
  /** The root URL of its calendar API. */
  readonly calendarRoot: string;
}

const calendarRoot = "https://www.googleapis.com";

// Messages show this example and never the value, which contains a password.
const smtpExample = "such as smtps://user:password@mail.example.com";

function readSmtp({ SMTP_URL: url, MAIL_FROM: from }: Environment): Smtp | undefined {
  if (!url && !from) return undefined;
  if (!url || !from) throw new Error("SMTP_URL and MAIL_FROM must be set together.");
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new Error(`SMTP_URL must be the address of a mail server, ${smtpExample}.`);
  }
  if (!/^[^\r\n]*\S@\S+$/.test(from))
    throw new Error(`MAIL_FROM must contain an e-mail address, not "${from}".`);
  return { url, from };
}

function readGoogle(env: Environment): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER } = env;
  const issuer = checkIssuer("OIDC_ISSUER", OIDC_ISSUER || "https://accounts.google.com");
  if (clientId && clientSecret) return { issuer, clientId, clientSecret, calendarRoot };
  if (clientId || clientSecret)
    throw new Error("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.");
  if (OIDC_ISSUER) throw new Error("OIDC_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.");
  return undefined;
}

/** Links in messages and cookies depend on it, so it is never guessed in production. */
function readPublicUrl(env: Environment, port: number): string {
  if (env.NODE_ENV === "production" && !env.PUBLIC_URL) {
    throw new Error(
      "PUBLIC_URL must be set in production, to the address that people open, such as https://porchlight.example.",
    );
  }
  return webOrigin(env, "PUBLIC_URL", `http://localhost:${port}`);
}

/** The sandbox shows everybody's sign-in codes, so beyond this machine it has to be turned on explicitly. */
function readSandbox(env: Environment, publicUrl: string, isPreset: boolean): boolean {
  const isOpen = !isLoopback(new URL(publicUrl).hostname) || !isLoopback(env.HOST || "localhost");
  if (isPreset && isOpen && !env.SANDBOX) {
    throw new Error(
      "PUBLIC_URL or HOST opens this server to other machines, but it has no provider for messages: please set NODE_ENV=production and the providers in docs/operate/settings.md, or SANDBOX=on if everybody who can reach it may read all messages and sign-in codes.",
    );
  }
  return outsideProduction(env, "SANDBOX", isPreset);
}

const readStorage = (env: Environment): Storage & DatabaseAddresses => ({
  dataDir: resolve(env.DATA_DIR || "data"),
  ...readDatabaseAddresses(env),
  pgBin: env.PG_BIN ? resolve(env.PG_BIN) : undefined,
});

/** The part of the configuration that a command in a cron job needs. */
export function readDataConfig(env: Environment): DataConfig {
  const { databaseUrl, databaseDirectUrl, ...storage } = readStorage(env);
  return {
    ...storage,
    // Reading or filling a whole database needs a session.
    databaseUrl: databaseDirectUrl ?? databaseUrl,
    backupPassphrase: env.BACKUP_PASSPHRASE || undefined,
    media: readMedia(env),
  };
}

function readDailyBackups(env: Environment): DailyBackups | undefined {
  const { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase, BACKUP_PING_URL } = env;
  const hour = wholeNumber(env, "BACKUP_HOUR", 3);
  if (hour > 23) throw new Error(`BACKUP_HOUR must be an hour from 0 to 23, not "${hour}".`);
  const pingUrl = BACKUP_PING_URL ? webAddress(env, "BACKUP_PING_URL", "") : undefined;
  if (folder && passphrase) return { folder: resolve(folder), passphrase, hour, pingUrl };
  if (folder) throw new Error("BACKUP_DIR needs BACKUP_PASSPHRASE: backups are always encrypted.");
  if (pingUrl) throw new Error("BACKUP_PING_URL needs BACKUP_DIR.");
  return undefined;
}

function readOperatorEmail(env: Environment, canSend: boolean): string | undefined {
  const operatorEmail = emailAddress(env, "OPERATOR_EMAIL");
  if (operatorEmail && !canSend)
    throw new Error("OPERATOR_EMAIL needs SMTP_URL and MAIL_FROM to send its warnings.");
  return operatorEmail;
}

function readHost({ HOST: host }: Environment): string | undefined {
  if (!host || /^\[?[\w.:-]+\]?$/.test(host)) return host || undefined;
  throw new Error(`HOST must be an address or a name of this machine, such as 127.0.0.1, not "${host}".`);
}

/** Nobody makes an account at an entrance that is no cell itself. */
function readSignUp(env: Environment, holdsFamilies: boolean): SignUp {
  const signUp = oneOf(env, "SIGN_UP", ["open", "invited", "closed"]);
  return holdsFamilies ? signUp : "closed";
}

const logLevels = ["info", "trace", "debug", "warn", "error", "fatal", "silent"] as const;

/** A mistyped "production" would open the sandbox. */
function readIsProduction({ NODE_ENV: mode }: Environment): boolean {
  if (!mode || ["production", "development", "test"].includes(mode)) return mode === "production";
  throw new Error(`NODE_ENV must be production, development or test, not "${mode}".`);
}

function refuseWithoutProviders(isProduction: boolean, hasProvider: boolean): void {
  if (!isProduction || hasProvider) return;
  throw new Error(
    "No provider is set up, so nobody could sign up and no message could leave. Please set SMTP_URL and MAIL_FROM, a provider of texts such as TWILIO_ACCOUNT_SID, or a sign-in provider such as GOOGLE_CLIENT_ID; docs/operate/settings.md lists all of them.",
  );
}

const serverSettings: readonly Setting[] = [
  {
    names: ["NODE_ENV"],
    purpose:
      "`production` turns the sandbox off for good, and needs a provider with which people can sign up",
  },
  {
    names: ["PUBLIC_URL"],
    preset: "`http://localhost:PORT`; must be set in production",
    purpose:
      "The address that people open, without a path. The server answers only under this name and those of its own machine; over `https:` cookies are Secure and have the `__Host-` prefix. Passkeys need `https:` and a host name, and belong to it: under another name people add new ones",
  },
  {
    names: ["PORT", "HOST"],
    preset: "`3000`; loopback in the sandbox, else all addresses",
    purpose: "Where to listen",
  },
  ...proxySettings,
  {
    names: ["SANDBOX"],
    preset: "on, unless in production or with a provider",
    purpose:
      "Messages go to `/sandbox` instead of to people. If `PUBLIC_URL` or `HOST` lets other machines in, it must be set explicitly: with `on`, everybody who can reach the server can read all messages and sign-in codes",
  },
  { names: ["LOG_LEVEL"], preset: "`info`", purpose: "`trace` to `fatal`, or `silent`" },
  ...metricsSettings,
];

const dataSettings: readonly Setting[] = [
  {
    names: ["DATA_DIR"],
    preset: "`./data`",
    purpose:
      "The embedded database and the server's key, `secret.key`. Without the key that its database is used with, the server refuses to start. Back it up by `npm run backup`: a copy of the folder of a running server does not start",
  },
  ...databaseSettings,
  {
    names: ["PG_BIN"],
    preset: "the embedded PostgreSQL 18",
    purpose:
      "The folder with `postgres` and `initdb` of the machine's own PostgreSQL, 15 or newer, such as `/usr/lib/postgresql/15/bin`, which is used in `DATA_DIR` instead",
  },
  ...mediaSettings,
  ...retentionSettings,
];

const backupSettings: readonly Setting[] = [
  {
    names: ["BACKUP_DIR"],
    purpose:
      "A folder in which the server keeps a verified backup of each of the last 7 days, 4 weeks and 6 months, and makes one before it migrates the database. It needs `BACKUP_PASSPHRASE`. Only one of several servers needs it. Without it, the embedded database is backed up before a migration into `DATA_DIR`",
  },
  {
    names: ["BACKUP_PASSPHRASE"],
    preset: "asked on the terminal",
    purpose: "The passphrase of backups. Without it nobody can open them",
  },
  {
    names: ["BACKUP_HOUR"],
    preset: "3",
    purpose: "The hour of the day, on the server's clock, after which the day's backup is made",
  },
  {
    names: ["BACKUP_PING_URL"],
    purpose:
      "An address such as one of Healthchecks, which gets a GET after each of these backups, and a POST at `/fail` when there has been none for 48 hours",
  },
];

const peopleSettings: readonly Setting[] = [
  {
    names: ["SIGN_UP"],
    preset: "`open`",
    purpose:
      "Who can make an account: everybody (`open`), only people with an invitation (`invited`), or nobody (`closed`). People who have an account sign in as ever. What an [operator](operator-page.md) chooses goes before it",
  },
  {
    names: ["SUPPORT_EMAIL"],
    preset: "`support@porchlight.example`",
    purpose:
      "Where people write with questions and complaints, on the legal pages and in invitations by e-mail. In production the log says at the start that it is missing. What an [operator](operator-page.md) chooses goes before it",
  },
  {
    names: ["OPERATOR_EMAIL"],
    purpose:
      "Who gets a warning when messages cannot leave, the disk is 90% full, or the daily backup failed or is no longer there. It needs `SMTP_URL`",
  },
];

const messageSettings: readonly Setting[] = [
  {
    names: ["SMTP_URL", "MAIL_FROM"],
    purpose:
      "The mail server, such as `smtps://user:password@mail.example.com`, and the sender of e-mails, such as `Porchlight <hello@example.com>`. Without a provider of texts, people sign up by e-mail, so a server needs nothing else; people without e-mail join by their invitation link. A password needs TLS, except on this machine",
  },
  ...textProviderSettings,
  ...ntfySettings,
  ...appriseSettings,
  ...homeNetworkSettings,
  ...callSettings,
];

const accountSettings: readonly Setting[] = [
  {
    names: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    purpose:
      '"Sign in with Google" and Google Calendar. Register `PUBLIC_URL/api/auth/google/callback` and `PUBLIC_URL/api/calendar/google/callback` there.',
  },
  {
    names: ["OIDC_ISSUER"],
    preset: "`https://accounts.google.com`",
    purpose: "A different OpenID Connect provider in place of Google",
  },
  ...signInSettings,
];

const developmentSettings: readonly Setting[] = [
  {
    names: ["REACH_LOOPBACK"],
    preset: "on in the sandbox",
    purpose:
      "Whether calendars and push services on this machine may be contacted. Cannot be on in production",
  },
];

/** Every variable that is read, by the headings of docs/operate/settings.md. */
export const settings: readonly (readonly [heading: string, settings: readonly Setting[]])[] = [
  ["The server", serverSettings],
  ["Data", dataSettings],
  ["Backups", backupSettings],
  ["People", peopleSettings],
  ["Cells", cellSettings],
  ["E-mail, text messages and phone calls", messageSettings],
  ["Sign-in providers and Google Calendar", accountSettings],
  ["Video calls", videoCallSettings],
  ["Limits", limitSettings],
  ["Development", developmentSettings],
];

/** Each value has a default, is derived, or is refused with its name. */
export function readConfig(env: Environment): Config {
  const port = portNumber(env, "PORT", 3000);
  const isProduction = readIsProduction(env);
  const publicUrl = readPublicUrl(env, port);
  const textProviders = readTextProviders(env);
  const callProvider = readCallProvider(env);
  const providers = { smtp: readSmtp(env), google: readGoogle(env) };
  const signInProviders = readSignInProviders(env);
  const hasProvider =
    textProviders.length > 0 || signInProviders.length > 0 || Object.values(providers).some(Boolean);
  const cells = readCells(env, publicUrl);
  const holdsFamilies = cells.origins.includes(publicUrl);
  refuseWithoutProviders(isProduction, hasProvider || !holdsFamilies);
  // The sandbox would take the place of a provider of calls, and refuse what that one says of them.
  const isSandbox = readSandbox(env, publicUrl, !isProduction && !hasProvider && !callProvider);
  return Object.freeze({
    port,
    host: readHost(env) ?? (isSandbox ? "127.0.0.1" : "0.0.0.0"),
    ...readStorage(env),
    dailyBackups: readDailyBackups(env),
    publicUrl,
    supportEmail: emailAddress(env, "SUPPORT_EMAIL") ?? "support@porchlight.example",
    operatorEmail: readOperatorEmail(env, isSandbox || providers.smtp !== undefined),
    isSandbox,
    isProduction,
    trustedProxies: readTrustedProxies(env),
    logLevel: oneOf(env, "LOG_LEVEL", logLevels),
    signUp: readSignUp(env, holdsFamilies),
    cells,
    textProviders,
    ntfy: readNtfy(env),
    apprise: readApprise(env),
    homeNetwork: readHomeNetwork(env),
    media: readMedia(env),
    retention: readRetention(env),
    callProvider,
    makesCalls: callProvider !== undefined || (isSandbox && !env.CALLS_PROVIDER),
    metrics: readMetrics(env, port),
    ...providers,
    signInProviders,
    videoCallServers: readVideoCallServers(env),
    reachLoopback: outsideProduction(env, "REACH_LOOPBACK", isSandbox),
    passwordCost,
    limits: readLimits(env),
  });
}

/** Reads the configuration, with a sentence about each setting that is probably a mistake. */
export function readConfigAndDoubts(env: Environment): { config: Config; doubts: string[] } {
  const known = new Set<string>();
  const get = (given: Environment, name: string): string | undefined => {
    known.add(name);
    return given[name];
  };
  const config = readConfig(new Proxy({ ...env }, { get }));
  return { config, doubts: doubtsAbout(env, known, config) };
}
