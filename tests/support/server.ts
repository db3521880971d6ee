// The real server on a real database; only the clock and the ways out of the house are stood in for.
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "#server/app.ts";
import type { Limits } from "#server/config/limits.ts";
import { readConfig } from "#server/config.ts";
import { connect, type Database } from "#server/db/connect.ts";
import { secretsFrom } from "#server/secrets.ts";
import { sendersFor } from "#server/senders.ts";
import type { Email, PushMessage, Sms, World } from "#server/world.ts";
import { cloneDatabase } from "./database.ts";

export interface TestServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly world: World;
  readonly database: Database;
  readonly databaseUrl: string;
  /** What was sent by SMS, oldest first. */
  readonly outbox: Sms[];
  /** What was e-mailed, oldest first. */
  readonly mailbox: Email[];
  /** What was pushed to browsers, oldest first. */
  readonly pushed: PushMessage[];
  readonly clock: TestClock;
  stop(): Promise<void>;
}

/** Stands still at `start`, or goes with the real time when there is none; a test may advance it. */
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
}

export interface ServerOptions {
  limits?: Partial<Limits>;
  /** A second server on the same database. */
  databaseUrl?: string;
  /** The folder of the built web app; with one the clock goes with the browser's. */
  dist?: string;
  env?: Record<string, string>;
  log?: World["log"];
}

/** A server outside the sandbox, without any provider. */
export const production = { NODE_ENV: "production", PUBLIC_URL: "http://localhost:3000" };

// Tests come from one address and hurry; each test of a limit sets its own.
const generous: Partial<Limits> = {
  smsPerIpPerHour: 100_000,
  loginsPerIp: 100_000,
  registrationsPerIp: 100_000,
  requestsPerSession: 1_000_000,
  feedReadings: 1_000_000,
  connectionsPerAddress: 100_000,
  livePerIp: 10_000,
  calendarReadings: 1_000_000,
  feedsPerSecond: 100_000,
};

function worldOn(database: Database, options: ServerOptions) {
  const clock = new TestClock(options.dist ? undefined : "2026-11-20T13:05:00Z");
  const outbox: Sms[] = [];
  const mailbox: Email[] = [];
  const pushed: PushMessage[] = [];
  const secrets = secretsFrom(Buffer.alloc(32, 7));
  const config = readConfig({ ...options.env });
  const log = options.log ?? pino({ level: process.env.LOG_LEVEL ?? "silent" });
  const world: World = {
    config: { ...config, limits: { ...config.limits, ...generous, ...options.limits } },
    database,
    clock,
    senders: {
      sms: async (message) => ({ id: `SM${outbox.push(message)}` }),
      email: async (message) => void mailbox.push(message),
      push: async (message) => void pushed.push(message),
      google: sendersFor({ config, database, clock, secrets, log }).google,
    },
    secrets,
    log,
  };
  return { world, clock, outbox, mailbox, pushed };
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const clone = options.databaseUrl ? undefined : await cloneDatabase();
  const databaseUrl = options.databaseUrl ?? clone?.url ?? "";
  const database = await connect(databaseUrl);
  const { world, clock, outbox, mailbox, pushed } = worldOn(database, options);
  const app = await createApp(world, options.dist);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    ...{ url, app, world, database, databaseUrl, outbox, mailbox, pushed, clock },
    async stop() {
      await app.close();
      await database.close();
      await clone?.drop();
    },
  };
}

/** One server for the tests of a file: `const server = useServer(); ... server().url`. */
export function useServer(options: ServerOptions = {}): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(() => server?.stop());
  return () => {
    if (!server) throw new Error("The server is not started yet.");
    return server;
  };
}
