// Everything that runs on a database: the app, the workers and the jobs. `lifetime.ts` loads it while PostgreSQL starts.
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { backUpBeforeMigration } from "#server/features/backup/backup/before-migration.ts";
import { hurryFirstBackup } from "#server/features/backup/backup/daily-backups.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { type Config, readConfig } from "#server/platform/config/config.ts";
import { hasCode } from "#server/platform/config/writable-folder.ts";
import { beginIdsOfCell } from "#server/platform/db/cell-numbers.ts";
import { beginConnecting } from "#server/platform/db/connect.ts";
import { openDatabase, reachEmbedded } from "#server/platform/db/embedded.ts";
import { migrate, migrationsFolder, refuseOtherSchema } from "#server/platform/db/migrate.ts";
import { claimDatabase, readKeptSecretKey, type SecretKey } from "#server/platform/db/secret-key.ts";
import { explained, mayComeBack } from "#server/platform/db/unavailable.ts";
import { redact } from "#server/platform/http/log.ts";
import { startScheduler } from "#server/platform/jobs/scheduler.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { registerKinds } from "#server/platform/messages/message-kind.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { readableStream } from "#server/platform/readable-log.ts";
import { secretsFrom } from "#server/platform/secrets.ts";
import { systemClock, type World } from "#server/platform/world.ts";
import { createApp } from "./app.ts";
import { familyEvents } from "./family-events.ts";
import { messageKinds } from "./message-kinds.ts";
import { queues, schedule } from "./schedule.ts";
import { sendersFor } from "./senders.ts";

const dist = projectFile("dist");

// Writing each line by itself would take a tenth of the work of a read.
const inBatches = { sync: false, minLength: 8192, periodicFlush: 200 };

type Stop = () => Promise<void>;

export interface Services {
  readonly log: Logger;
  readonly stop: Stop;
  /** The names and passwords of the sample family, if one was wanted. */
  readonly signIns?: string;
}

interface ServiceParts {
  readonly config: Config;
  readonly log: Logger;
  readonly secretKey: SecretKey;
}

/** Nothing may rely on the database before it was opened: checked, prepared and claimed by this server's key. */
function worldOn(
  url: string,
  { config, secretKey, log }: ServiceParts,
  prepare: (url: string, world: World) => Promise<void>,
): { readonly world: World; open(): Promise<void> } {
  const { database, check } = beginConnecting(url, config.databaseDirectUrl && config.databaseUrl);
  const secrets = secretsFrom(secretKey.key, config.cells.secret);
  const senders = sendersFor({ config, database, clock: systemClock, secrets, log });
  const world = { config, database, clock: systemClock, senders, secrets, log };
  const open = async () => {
    await Promise.all([check(), prepare(url, world)]);
    await claimDatabase(database.kysely, secretKey);
    await beginIdsOfCell(database.kysely, config.cells.number);
  };
  return { world, open };
}

const migrateWithBackup = (url: string, world: World): Promise<void> =>
  migrate(url, migrationsFolder, (migrations) => backUpBeforeMigration(world, migrations));

/** Opens the database. Returns the error if it may be worth trying again: another server's database may start later. */
async function tryToOpen(open: () => Promise<void>, { databaseUrl }: Config): Promise<Error | undefined> {
  try {
    await open();
    return undefined;
  } catch (error) {
    if (databaseUrl && error instanceof Error && mayComeBack(error)) return error;
    throw error;
  }
}

const retryMs = 1_000;
const repeatWarningMs = 30_000;

/** Returns whether the database is open before the server is stopped. The log says now and then what is missing. */
async function openLater(
  tryAgain: () => Promise<Error | undefined>,
  { failure, log, signal }: { failure: Error; log: Logger; signal: AbortSignal },
): Promise<boolean> {
  const startedAt = performance.now();
  let warnedAt = Number.NEGATIVE_INFINITY;
  let missing: Error | undefined = failure;
  while (missing && !signal.aborted) {
    if (performance.now() - warnedAt >= repeatWarningMs) {
      warnedAt = performance.now();
      const seconds = Math.round((warnedAt - startedAt) / 1000);
      log.warn({ seconds, err: missing }, "the database cannot be used yet; the server waits for it");
    }
    await pause(retryMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) missing = await tryAgain();
  }
  if (missing) return false;
  log.info("the database can be used now");
  return true;
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if (!hasCode(error, "EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN")) throw error;
    const reason = error instanceof Error ? error.message : "";
    throw new Error(
      `Porchlight cannot listen on port ${port}; please stop the program that uses it, or set PORT and HOST to others (${reason}).`,
    );
  }
}

async function addSampleTo(world: World): Promise<string> {
  const { addSample } = await import("#dev/sandbox/sample/sample.ts");
  return addSample(world, createApp);
}

export interface StartOptions extends Omit<ServiceParts, "log"> {
  /** Sentences for the log about settings that are probably a mistake. */
  readonly doubts: readonly string[];
  readonly isSample: boolean;
  /** Ends the wait for a database that does not answer. */
  readonly signal: AbortSignal;
}

/**
 * Resolves when the server listens, and its workers and jobs run. A sample family is added before. A server that waits for
 * its database listens already, and answers that it is not ready.
 */
export async function startServices(
  url: string,
  { config, secretKey, doubts, isSample, signal }: StartOptions,
): Promise<Services> {
  const out = process.stdout.isTTY ? readableStream(process.stdout) : pino.destination(inBatches);
  const log = pino({ level: config.logLevel, redact }, out);
  for (const doubt of doubts) log.warn(doubt);
  const { world, open } = worldOn(url, { config, secretKey, log }, migrateWithBackup);
  let awaited: string | undefined = "The database does not answer yet.";
  const tryAgain = () => tryToOpen(open, config);
  // The app is built meanwhile. It only listens to what is published, and answers nobody yet.
  const [app, failure] = await Promise.all([createApp(world, dist, () => awaited), tryAgain()]);
  if (failure) {
    await listen(app, config);
    const isOpen = await openLater(tryAgain, { failure, log, signal });
    const close = async () => {
      await app.close();
      await world.database.close();
    };
    if (!isOpen) return { log, stop: close };
  }
  awaited = undefined;
  const signIns = isSample ? await addSampleTo(world) : undefined;
  if (!failure) await listen(app, config);
  const stopWorkers = await startWorkers(world, queues);
  await hurryFirstBackup(world);
  const stopScheduler = startScheduler(world, schedule(world));
  const stop = async () => {
    await Promise.all([app.close(), stopScheduler(), stopWorkers()]);
    await world.database.close();
  };
  return { log, stop, signIns };
}

interface Connected {
  readonly world: World;
  readonly events: FamilyEvents;
  readonly stop: Stop;
}

/** Connects a command like a server, whether or not one is running, but without listening or running any job. */
export async function connectForCommand(env: NodeJS.ProcessEnv): Promise<Connected> {
  const config = readConfig(env);
  const secretKey = await readKeptSecretKey(config.dataDir);
  // The command itself prints its messages.
  const log = pino({ level: "silent" });
  const postgres = await openDatabase(config, reachEmbedded);
  try {
    const { world, open } = worldOn(postgres.url, { config, secretKey, log }, refuseOtherSchema);
    await open();
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
