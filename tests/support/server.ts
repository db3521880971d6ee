// The real server on a real database. Only the clock and the outgoing senders are replaced.
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "#server/app.ts";
import { type PasswordCost, readConfig } from "#server/platform/config/config.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import { beginIdsOfCell } from "#server/platform/db/cell-numbers.ts";
import { connect, type Database } from "#server/platform/db/connect.ts";
import { secretsFrom } from "#server/platform/secrets.ts";
import type {
  AppriseMessage,
  Email,
  NtfyMessage,
  PhoneCall,
  PushMessage,
  Sms,
  World,
} from "#server/platform/world.ts";
import { sendersFor } from "#server/senders.ts";
import { cloneDatabase } from "./database.ts";
import { failureLog } from "./failure-log.ts";

/** The environment of a server that calls people. The others don't, so that a plan has no more steps than a test is about. */
export const withCalls = { CALLS_PROVIDER: "" };

/** The environment of the last possible cell, whose ids are the largest. */
export const lastCell = { CELLS_SECRET: "a secret of the entrance and all cells", CELL_NUMBER: "200" };

export interface TestServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly world: World;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Sent text messages, oldest first. */
  readonly outbox: Sms[];
  /** Sent e-mails, oldest first. */
  readonly mailbox: Email[];
  /** Sent push messages, oldest first. */
  readonly pushed: PushMessage[];
  /** Messages by ntfy. */
  readonly published: NtfyMessage[];
  /** Messages through Apprise. */
  readonly notified: AppriseMessage[];
  /** Phone calls that were made, oldest first. */
  readonly called: PhoneCall[];
  readonly clock: TestClock;
  stop(): Promise<void>;
}

/** Stands still at `start`, or follows real time if there is none. A test may advance it. */
export class TestClock {
  readonly #start: number | undefined;
  #advanced = 0;

  constructor(start?: string) {
    this.#start = start === undefined ? undefined : Date.parse(start);
  }

  now = (): Date => new Date((this.#start ?? Date.now()) + this.#advanced);

  advance(milliseconds: number): void {
    this.#advanced += milliseconds;
  }

  /** Takes back all that it was advanced. */
  reset(): void {
    this.#advanced = 0;
  }

  /** Moves to a time such as "10:00" of this or a later day where the families of the tests live. */
  goTo(time: string, { daysAhead = 0, timeZone = "America/New_York" } = {}): void {
    const now = this.now().toTemporalInstant().toZonedDateTimeISO(timeZone);
    const then = now.add({ days: daysAhead }).withPlainTime(time);
    this.advance(then.epochMilliseconds - now.epochMilliseconds);
  }
}

export interface ServerOptions {
  limits?: Partial<Limits>;
  passwordCost?: PasswordCost;
  /** Starts a second server on the same database. */
  databaseUrl?: string;
  /** Set where other servers have to know the address in advance. Otherwise any free port is used. */
  port?: number;
  /** The folder of the built web app. With it, the clock follows real time, like the browser's. */
  dist?: string;
  env?: Record<string, string>;
  /** The server's own key, where it matters that servers have different ones. */
  key?: Buffer;
  /** What callers have said. */
  recordings?: World["senders"]["recordings"];
  log?: World["log"];
  /** Adds routes of the test's own before the server listens. */
  prepare?: (app: FastifyInstance) => unknown;
}

/** The key of every server in tests. */
export const serverKey = Buffer.alloc(32, 7);

/** A provider that people could sign in with. */
export const keycloak = {
  OIDC_PROVIDERS: "keycloak",
  OIDC_KEYCLOAK_NAME: "Keycloak",
  OIDC_KEYCLOAK_ISSUER: "https://id.example",
  OIDC_KEYCLOAK_CLIENT_ID: "porchlight",
  OIDC_KEYCLOAK_CLIENT_SECRET: "kept",
};

/** A server in production mode, without sandbox and without any provider of messages. */
export const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "http://localhost:3000",
  NTFY_URL: "",
  APPRISE_URL: "",
  ...keycloak,
};

// All tests come from one address at a high rate, so each test of a limit sets that limit itself.
const generous: Partial<Limits> = {
  smsPerIpPerHour: 100_000,
  loginsPerIp: 100_000,
  registrationsPerIp: 100_000,
  knownRegistrationsPerIp: 100_000,
  requestsPerSession: 1_000_000,
  feedReadings: 1_000_000,
  connectionsPerAddress: 100_000,
  livePerIp: 10_000,
  calendarReadings: 1_000_000,
  feedsPerSecond: 100_000,
  callsPerSecond: 100_000,
};

/** So low that no test waits for it. */
export const lowPasswordCost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

const unheard: World["senders"]["recordings"] = {
  fetch: () => Promise.reject(new Error("Nobody has said anything in this test.")),
  delete: async () => undefined,
};

/** So that every channel can be chosen but calls, of which `withCalls` tells. */
const quietProviders = {
  NTFY_URL: "https://ntfy.example",
  APPRISE_URL: "https://apprise.example",
  CALLS_PROVIDER: "none",
};

function worldOn(database: Database, options: ServerOptions) {
  const clock = new TestClock(options.dist ? undefined : "2026-11-20T13:05:00Z");
  const outbox: Sms[] = [];
  const mailbox: Email[] = [];
  const pushed: PushMessage[] = [];
  const published: NtfyMessage[] = [];
  const notified: AppriseMessage[] = [];
  const called: PhoneCall[] = [];
  const config = readConfig({ ...quietProviders, ...options.env });
  const secrets = secretsFrom(options.key ?? serverKey, config.cells.secret);
  const { LOG_LEVEL: level } = process.env;
  const log = options.log ?? (level ? pino({ level }) : failureLog());
  const { google, signInProviders } = sendersFor({ config, database, clock, secrets, log });
  const world: World = {
    config: {
      ...config,
      passwordCost: options.passwordCost ?? lowPasswordCost,
      limits: { ...config.limits, ...generous, ...options.limits },
    },
    database,
    clock,
    senders: {
      sms: async (message) => ({ id: `SM${outbox.push(message)}` }),
      email: async (message) => void mailbox.push(message),
      push: async (message) => void pushed.push(message),
      ntfy: async (message) => void published.push(message),
      apprise: async (message) => void notified.push(message),
      call: async (call) => ({ id: `CA${called.push(call)}` }),
      recordings: options.recordings ?? unheard,
      google,
      signInProviders,
    },
    secrets,
    log,
  };
  return { world, clock, outbox, mailbox, pushed, published, notified, called };
}

const running = new Map<string, TestServer>();

/** The server of this process that has this address. */
export function serverAt(url: string): TestServer {
  const server = running.get(url);
  if (!server) throw new Error(`No server of this test runs at ${url}.`);
  return server;
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const clone = options.databaseUrl ? undefined : await cloneDatabase();
  const databaseUrl = options.databaseUrl ?? clone?.url ?? "";
  const database = await connect(databaseUrl);
  const { world, clock, outbox, mailbox, pushed, published, notified, called } = worldOn(database, options);
  await beginIdsOfCell(database.kysely, world.config.cells.number);
  const app = await createApp(world, options.dist);
  options.prepare?.(app);
  const url = await app.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  const server: TestServer = {
    url,
    app,
    world,
    database,
    databaseUrl,
    outbox,
    mailbox,
    pushed,
    published,
    notified,
    called,
    clock,
    async stop() {
      running.delete(url);
      await app.close();
      await database.close();
      await clone?.drop();
    },
  };
  running.set(url, server);
  return server;
}

/** One server for the tests of a file: `const server = useServer(); ... server().url`. */
export function useServer(options: ServerOptions = {}): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(() => server?.stop());
  return () => {
    if (!server) throw new Error("The server has not started yet.");
    return server;
  };
}
