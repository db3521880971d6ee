// Reads the configuration, connects, listens, and shuts down in order.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { createApp } from "./app.ts";
import { hasCode } from "./config/writable-folder.ts";
import { type Config, readConfig } from "./config.ts";
import { connect } from "./db/connect.ts";
import { type Embedded, reachEmbedded, startEmbedded } from "./db/embedded.ts";
import { migrate, refuseOtherSchema } from "./db/migrate.ts";
import { claimDatabase, readKeptSecretKey, readSecretKey, type SecretKey } from "./db/secret-key.ts";
import { explained } from "./db/unavailable.ts";
import type { FamilyEvents } from "./families/families.ts";
import { familyEvents } from "./family-events.ts";
import { redact } from "./http/log.ts";
import { startScheduler } from "./jobs/scheduler.ts";
import { startWorkers } from "./jobs/worker.ts";
import { messageKinds } from "./message-kinds.ts";
import { registerKinds } from "./messages/message-kind.ts";
import { readableStream } from "./readable-log.ts";
import { queues, schedule } from "./schedule.ts";
import { secretsFrom } from "./secrets.ts";
import { sendersFor } from "./senders.ts";
import { systemClock, type World } from "./world.ts";

const dist = join(import.meta.dirname, "..", "dist");
const shutdownTimeoutMs = 8_000;

// Writing each line by itself would take a tenth of the work of a read.
const inBatches = { sync: false, minLength: 8192, periodicFlush: 200 };

function databaseOf(
  { databaseUrl, databaseDirectUrl, dataDir, pgBin }: Config,
  open: typeof startEmbedded,
): Promise<Embedded> | Embedded {
  const url = databaseDirectUrl ?? databaseUrl;
  return url ? { url, stop: async () => {} } : open(dataDir, { pgBin });
}

interface Started {
  world: World;
  stop: () => Promise<void>;
}

type Beginnings = Pick<World, "config" | "log"> & { secretKey: SecretKey };

async function worldOn(
  url: string,
  { config, secretKey, log }: Beginnings,
  prepare: (url: string) => Promise<void>,
): Promise<World> {
  const poolerUrl = config.databaseDirectUrl && config.databaseUrl;
  const [database] = await Promise.all([connect(url, poolerUrl), prepare(url)]);
  await claimDatabase(database.kysely, secretKey);
  const secrets = secretsFrom(secretKey.key);
  const senders = sendersFor({ config, database, clock: systemClock, secrets, log });
  return { config, database, clock: systemClock, senders, secrets, log };
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if (!hasCode(error, "EADDRINUSE", "EACCES", "EADDRNOTAVAIL")) throw error;
    const reason = error instanceof Error ? error.message : "";
    throw new Error(
      `Porchlight cannot listen on port ${port}; please stop the program that uses it, or set PORT and HOST to others (${reason}).`,
    );
  }
}

type Stop = Started["stop"];

/** Also runs before any worker. */
type BeforeServing = (world: World) => Promise<void>;

async function startOn(
  postgres: Embedded,
  beginnings: Beginnings,
  beforeServing: BeforeServing,
): Promise<Stop> {
  const world = await worldOn(postgres.url, beginnings, migrate);
  const { database } = world;
  await beforeServing(world);
  const app = await createApp(world, dist);
  await listen(app, world.config);
  const stopWorkers = await startWorkers(world, queues);
  const stopScheduler = startScheduler(world, schedule(world));
  return async () => {
    await Promise.all([app.close(), stopScheduler(), stopWorkers()]);
    await database.close();
    await postgres.stop();
  };
}

async function start(config: Config, log: Logger, beforeServing: BeforeServing): Promise<Stop> {
  const secretKey = await readSecretKey(config.dataDir);
  const postgres = await databaseOf(config, startEmbedded);
  try {
    return await startOn(postgres, { config, secretKey, log }, beforeServing);
  } catch (error) {
    // PostgreSQL would otherwise outlive this process.
    await postgres.stop();
    throw explained(error);
  }
}

/** Connects a command like a server, whether or not one is running, but without listening or running any job. */
export async function connectForCommand(env: NodeJS.ProcessEnv): Promise<Started & { events: FamilyEvents }> {
  const config = readConfig(env);
  const secretKey = await readKeptSecretKey(config.dataDir);
  // The command itself prints its messages.
  const log = pino({ level: "silent" });
  const postgres = await databaseOf(config, reachEmbedded);
  try {
    const world = await worldOn(postgres.url, { config, secretKey, log }, refuseOtherSchema);
    registerKinds(messageKinds);
    const stop = async () => {
      await world.database.close();
      await postgres.stop();
    };
    return { world, events: familyEvents, stop };
  } catch (error) {
    await postgres.stop();
    throw explained(error);
  }
}

/** `--sample` is the only option. */
function wantsSample(args: readonly string[], { isSandbox }: Config): boolean {
  const unknown = args.find((arg) => arg !== "--sample");
  if (unknown !== undefined) throw new Error(`Unknown option "${unknown}". The only option is --sample.`);
  if (args.length === 0) return false;
  if (!isSandbox) throw new Error("--sample works only in the sandbox: it creates a made-up family.");
  return true;
}

async function sample(world: World): Promise<string> {
  const { addSample } = await import("./sandbox/sample/sample.ts");
  return addSample(world, createApp);
}

/** The first signal lets running work finish. The process ends within ten seconds in any case. */
function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let isStopping = false;
  const end = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    stop().then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, "could not shut down cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

export async function serve(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const config = readConfig(env);
  const isSample = wantsSample(args, config);
  const out = process.stdout.isTTY ? readableStream(process.stdout) : pino.destination(inBatches);
  const log = pino({ level: config.logLevel, redact }, out);
  let signIns = "";
  const stop = await start(config, log, async (world) => {
    if (isSample) signIns = await sample(world);
  });
  stopOnSignal(stop, log);
  process.stdout.write(`\n  Porchlight is at ${config.publicUrl}\n`);
  if (config.isSandbox) process.stdout.write(`  Its text messages are at ${config.publicUrl}/sandbox\n\n`);
  if (!isSample) return;
  // The log is flushed first, so that the names and passwords are the last thing printed.
  await new Promise((resolve) => log.flush(resolve));
  process.stdout.write(signIns);
}
