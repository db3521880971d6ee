// Reads the configuration, starts PostgreSQL and the services on it, and shuts down in order.
import type { Logger } from "pino";
import { type Config, readConfig } from "./config.ts";
import { openDatabase, startEmbedded } from "./db/embedded.ts";
import { readSecretKey } from "./db/secret-key.ts";
import { explained } from "./db/unavailable.ts";
import type { Services } from "./services.ts";
import type { World } from "./world.ts";

const shutdownTimeoutMs = 8_000;

const loadServices = () => import("./services.ts");

/** Starts loading before the services are needed. If that fails, they fail again when they are. */
const loadServicesEarly = () => void loadServices().catch(() => {});

async function start(config: Config): Promise<Services> {
  const secretKey = await readSecretKey(config.dataDir);
  const postgres = await openDatabase(config, startEmbedded, loadServicesEarly);
  try {
    const { startServices } = await loadServices();
    const { world, log, stop: stopServices } = await startServices(postgres.url, config, secretKey);
    const stop = async () => {
      await stopServices();
      await postgres.stop();
    };
    return { world, log, stop };
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

async function sample(world: World): Promise<string> {
  const { addSampleTo } = await loadServices();
  return addSampleTo(world);
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
  const { world, log, stop } = await start(config);
  stopOnSignal(stop, log);
  process.stdout.write(`\n  Porchlight is at ${config.publicUrl}\n`);
  if (config.isSandbox) process.stdout.write(`  Its text messages are at ${config.publicUrl}/sandbox\n\n`);
  if (!isSample) return;
  const signIns = await sample(world);
  // The log is flushed first, so that the names and passwords are the last thing printed.
  await new Promise((resolve) => log.flush(resolve));
  process.stdout.write(signIns);
}
