import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { projectFile } from "#server/project-files.ts";
import { createApp } from "./app.ts";
import { hasCode } from "./config/writable-folder.ts";
import { type Config, readConfig } from "./config.ts";
import { beginConnecting } from "./db/connect.ts";
import { openDatabase, reachEmbedded } from "./db/embedded.ts";
import { migrate, refuseOtherSchema } from "./db/migrate.ts";
import { claimDatabase, readKeptSecretKey, type SecretKey } from "./db/secret-key.ts";
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

/** Nothing may rely on the database before it is `ready`: checked, prepared and claimed by this server's key. */
function worldOn(
  url: string,
  { config, secretKey, log }: ServiceParts,
  prepare: (url: string) => Promise<void>,
): { readonly world: World; readonly ready: Promise<void> } {
  const { database, checked } = beginConnecting(url, config.databaseDirectUrl && config.databaseUrl);
  const secrets = secretsFrom(secretKey.key);
  const senders = sendersFor({ config, database, clock: systemClock, secrets, log });
  const claim = async () => {
    await Promise.all([checked, prepare(url)]);
    await claimDatabase(database.kysely, secretKey);
  };
  return { world: { config, database, clock: systemClock, senders, secrets, log }, ready: claim() };
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

async function addSampleTo(world: World): Promise<string> {
  const { addSample } = await import("./sandbox/sample/sample.ts");
  return addSample(world, createApp);
}

interface StartOptions extends Omit<ServiceParts, "log"> {
  readonly isSample: boolean;
}

/** Resolves when the server listens, and its workers and jobs run. A sample family is added before. */
export async function startServices(
  url: string,
  { config, secretKey, isSample }: StartOptions,
): Promise<Services> {
  const out = process.stdout.isTTY ? readableStream(process.stdout) : pino.destination(inBatches);
  const log = pino({ level: config.logLevel, redact }, out);
  const { world, ready } = worldOn(url, { config, secretKey, log }, migrate);
  // The app is built meanwhile. It only listens to what is published, and answers nobody yet.
  const [app] = await Promise.all([createApp(world, dist), ready]);
  const signIns = isSample ? await addSampleTo(world) : undefined;
  await listen(app, config);
  const stopWorkers = await startWorkers(world, queues);
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
    const { world, ready } = worldOn(postgres.url, { config, secretKey, log }, refuseOtherSchema);
    await ready;
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
