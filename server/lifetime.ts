// Reads the configuration, starts PostgreSQL and the services on it, and shuts down in order.
import { type Config, readConfigAndDoubts } from "#server/platform/config/config.ts";
import { openDatabase, startEmbedded } from "#server/platform/db/embedded.ts";
import { readSecretKey } from "#server/platform/db/secret-key.ts";
import { explained } from "#server/platform/db/unavailable.ts";
import type { Services, StartOptions } from "./services.ts";

const shutdownTimeoutMs = 8_000;

const loadServices = () => import("./services.ts");

/** Starts loading the services before they are needed. A failure is ignored here, because the import that needs them fails again. */
const loadServicesEarly = () => void loadServices().catch(() => {});

type Options = Pick<StartOptions, "config" | "doubts" | "isSample" | "signal">;

async function start(options: Options): Promise<Services> {
  const { config } = options;
  const secretKey = await readSecretKey(config.dataDir);
  const postgres = await openDatabase(config, startEmbedded, loadServicesEarly);
  try {
    const { startServices } = await loadServices();
    const services = await startServices(postgres.url, { ...options, secretKey });
    const stop = async () => {
      await services.stop();
      await postgres.stop();
    };
    return { ...services, stop };
  } catch (error) {
    // PostgreSQL would otherwise outlive this process.
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

/** Resolves to the exit code of the process. */
async function stop(services: Services, signal: string): Promise<number> {
  const { log } = services;
  log.info({ signal }, "stopping");
  try {
    await services.stop();
    return 0;
  } catch (err) {
    log.error({ err }, "could not shut down cleanly");
    return 1;
  }
}

/**
 * The first signal lets the start and running work finish, so that no PostgreSQL is left running and no sample family
 * half made. Only the wait for a database that does not answer ends at once. The process ends within ten seconds in any
 * case.
 */
function stopOnSignal(starting: Promise<Services>, stopping: AbortController): void {
  const end = (signal: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    // A start that fails is reported by its caller, which then ends the process.
    starting.then((services) => stop(services, signal)).then(process.exit, () => {});
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

export async function serve(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { config, doubts } = readConfigAndDoubts(env);
  const isSample = wantsSample(args, config);
  const stopping = new AbortController();
  const starting = start({ config, doubts, isSample, signal: stopping.signal });
  stopOnSignal(starting, stopping);
  const { log, signIns } = await starting;
  if (stopping.signal.aborted) return;
  process.stdout.write(`\n  Porchlight is at ${config.publicUrl}\n`);
  if (config.isSandbox) process.stdout.write(`  Its text messages are at ${config.publicUrl}/sandbox\n\n`);
  if (signIns === undefined) return;
  // The log is flushed first, so that the names and passwords are the last thing printed.
  await new Promise((resolve) => log.flush(resolve));
  process.stdout.write(signIns);
}
