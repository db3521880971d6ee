// The configuration, read from the environment. Nothing else reads the environment.
import { resolve } from "node:path";
import {
  type Environment,
  outsideProduction,
  webAddress,
  webOrigin,
  wholeNumber,
} from "./config/environment.ts";
import { type Limits, readLimits } from "./config/limits.ts";
import { isLoopback } from "./config/loopback.ts";
import { type MetricsAccess, readMetrics } from "./config/metrics.ts";
import {
  checkIssuer,
  type OidcClient,
  type OidcProvider,
  readSignInProviders,
} from "./config/sign-in-providers.ts";
import { readTextProviders, type TextProviderSettings } from "./config/text-providers.ts";
import { readVideoCallServers, type VideoCallServers } from "./config/video-calls.ts";

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

export interface Config extends Storage {
  /** The same database without a pooler such as PgBouncer, which DATABASE_URL then names. */
  readonly databaseDirectUrl: string | undefined;
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
  /** Undefined while they are off. */
  readonly metrics: MetricsAccess | undefined;
  /** In the order in which they are tried. */
  readonly textProviders: readonly TextProviderSettings[];
  readonly smtp: Smtp | undefined;
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
  const calendarRoot = webAddress(env, "GOOGLE_CALENDAR_ROOT", "https://www.googleapis.com");
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
      "PUBLIC_URL or HOST opens this server to other machines, but it has no provider for messages: please set NODE_ENV=production and the providers in the README, or SANDBOX=on if everybody who can reach it may read all messages and sign-in codes.",
    );
  }
  return outsideProduction(env, "SANDBOX", isPreset);
}

function readStorage(env: Environment): Storage & Pick<Config, "databaseDirectUrl"> {
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new Error("DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler beside it.");
  return {
    dataDir: resolve(env.DATA_DIR || "data"),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || undefined,
    pgBin: env.PG_BIN ? resolve(env.PG_BIN) : undefined,
  };
}

/** The part of the configuration that a command in a cron job needs. */
export function readDataConfig(env: Environment): DataConfig {
  const { databaseUrl, databaseDirectUrl, ...storage } = readStorage(env);
  return {
    ...storage,
    // Reading or filling a whole database needs a session.
    databaseUrl: databaseDirectUrl ?? databaseUrl,
    backupPassphrase: env.BACKUP_PASSPHRASE || undefined,
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

function readOperatorEmail({ OPERATOR_EMAIL }: Environment, canSend: boolean): string | undefined {
  if (!OPERATOR_EMAIL) return undefined;
  if (!/^[^\s@]+@[^\s@]+$/.test(OPERATOR_EMAIL))
    throw new Error(`OPERATOR_EMAIL must be an e-mail address, not "${OPERATOR_EMAIL}".`);
  if (!canSend) throw new Error("OPERATOR_EMAIL needs SMTP_URL and MAIL_FROM to send its warnings.");
  return OPERATOR_EMAIL;
}

/** Each value has a default, is derived, or is refused with its name. */
export function readConfig(env: Environment): Config {
  const port = wholeNumber(env, "PORT", 3000);
  const publicUrl = readPublicUrl(env, port);
  const isProduction = env.NODE_ENV === "production";
  const textProviders = readTextProviders(env);
  const providers = { smtp: readSmtp(env), google: readGoogle(env) };
  const signInProviders = readSignInProviders(env);
  const hasProvider =
    textProviders.length > 0 || signInProviders.length > 0 || Object.values(providers).some(Boolean);
  const isSandbox = readSandbox(env, publicUrl, !isProduction && !hasProvider);
  return Object.freeze({
    port,
    host: env.HOST || (isSandbox ? "127.0.0.1" : "0.0.0.0"),
    ...readStorage(env),
    dailyBackups: readDailyBackups(env),
    publicUrl,
    supportEmail: env.SUPPORT_EMAIL || "support@porchlight.example",
    operatorEmail: readOperatorEmail(env, isSandbox || providers.smtp !== undefined),
    isSandbox,
    isProduction,
    trustedProxies: env.TRUSTED_PROXIES || undefined,
    logLevel: env.LOG_LEVEL || "info",
    textProviders,
    metrics: readMetrics(env, port),
    ...providers,
    signInProviders,
    videoCallServers: readVideoCallServers(env),
    reachLoopback: outsideProduction(env, "REACH_LOOPBACK", isSandbox),
    passwordCost,
    limits: readLimits(env),
  });
}
