import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import type { Config } from "#server/platform/config/config.ts";
import { type Cluster, type ClusterOptions, hasCluster, openCluster } from "./cluster.ts";
import { holderOf, runningPid, startPostmaster, stopPostmaster } from "./postmaster.ts";

export interface Embedded {
  readonly url: string;
  stop(): Promise<void>;
}

/** Thrown when a server is already running on the folder. */
export class FolderInUse extends Error {}

// One connection holds this advisory lock as long as the server runs. It ends with the process in any case.
const ownerLock = 7_042_027;
const startTimeoutMs = 60_000;
/** A postmaster opens its socket before it does anything that takes time. */
const maxSilenceMs = 3_000;

/** PostgreSQL takes a moment to notice that the server before us was killed. */
const lockTimeoutMs = 2_000;

type Attempt = Client | "starting" | "silent";

async function attempt(cluster: Cluster): Promise<Attempt> {
  const client = new Client({
    connectionString: cluster.url,
    connectionTimeoutMillis: 10_000,
    application_name: "porchlight owner",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!(error instanceof DatabaseError)) return "silent";
    // 57P03 means that it is starting up or recovering from a crash.
    if (error.code === "57P03") return "starting";
    throw error;
  }
}

/** Returns a refusal if another major version of PostgreSQL made the cluster. */
async function foreignVersion({ folder, binaries }: Cluster): Promise<string | undefined> {
  const made = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const ours = String(binaries.major);
  if (!made || made === ours) return undefined;
  return `The data in ${folder} was made by PostgreSQL ${made}, and this Porchlight uses PostgreSQL ${ours}. Please use PostgreSQL ${made} as before, and move the data by backup and restore (docs/operate/backup.md), or set DATA_DIR to another folder.`;
}

async function failure(cluster: Cluster): Promise<Error> {
  const version = await foreignVersion(cluster);
  if (version) return new Error(version);
  const log = await readFile(`${cluster.folder}.log`, "utf8").catch(() => "");
  const lastLines = log.trimEnd().split("\n").slice(-3).join("\n");
  return new Error(`The embedded database in ${cluster.folder} does not start. It says:\n${lastLines}`);
}

/**
 * Connects to the postmaster in `cluster`, if there is one. Retries while there is no answer and `mayAnswer` returns
 * true.
 */
async function reach(cluster: Cluster, mayAnswer: () => boolean): Promise<Client | undefined> {
  const end = Date.now() + startTimeoutMs;
  while (Date.now() < end) {
    const result = await attempt(cluster);
    if (result instanceof Client) return result;
    if (result === "silent" && !mayAnswer()) return undefined;
    await pause(10);
  }
  return undefined;
}

function untilSilentFor(milliseconds: number, isThere: () => boolean): () => boolean {
  const end = Date.now() + milliseconds;
  return () => Date.now() < end && isThere();
}

/** Connects to a postmaster that is running already. */
async function reachRunning(cluster: Cluster): Promise<Client | undefined> {
  const isRunning = () => runningPid(cluster) !== undefined;
  const running = await reach(cluster, untilSilentFor(maxSilenceMs, isRunning));
  if (running) return running;
  const holder = holderOf(cluster);
  if (!holder?.isPostmaster) return undefined;
  throw new Error(
    `PostgreSQL is running in ${cluster.folder} (process ${holder.pid}), but does not answer. Please stop it first.`,
  );
}

async function reachOrStart(cluster: Cluster): Promise<Client> {
  const running = await reachRunning(cluster);
  if (running) return running;
  const isStarting = startPostmaster(cluster);
  cluster.whileStarting();
  // If two servers start together, PostgreSQL refuses one of them, which then finds the postmaster of the other.
  const started = await reach(cluster, () => isStarting() || holderOf(cluster)?.isPostmaster === true);
  if (!started) throw await failure(cluster);
  return started;
}

async function tryLock(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ owned: boolean }>("select pg_try_advisory_lock($1) as owned", [
    ownerLock,
  ]);
  return rows[0]?.owned === true;
}

async function takeLock(cluster: Cluster, owner: Client): Promise<void> {
  const end = Date.now() + lockTimeoutMs;
  while (Date.now() < end) {
    if (await tryLock(owner)) return;
    await pause(50);
  }
  await owner.end();
  throw new FolderInUse(
    `Another Porchlight is already running on ${cluster.folder}. Please stop it first, or set DATA_DIR to another folder.`,
  );
}

class OwnedCluster implements Embedded {
  readonly #cluster: Cluster;
  #owner: Client | undefined;
  #reviving: Promise<void> | undefined;
  #isStopping = false;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  get url(): string {
    return this.#cluster.url;
  }

  async own(): Promise<void> {
    const owner = await reachOrStart(this.#cluster);
    await takeLock(this.#cluster, owner);
    this.#owner = owner.once("end", () => {
      this.#reviving = this.#revive();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#reviving;
    await this.#owner?.end();
    await stopPostmaster(this.#cluster);
  }

  /** Starts a postmaster again that was killed or ran out of memory, for as long as it takes. */
  async #revive(): Promise<void> {
    while (!this.#isStopping) {
      try {
        return await this.own();
      } catch {
        await pause(500);
      }
    }
  }
}

/** Starts the database in `dataDir`, or takes over one whose server was killed. Refuses one that a server is using. */
export async function startEmbedded(dataDir: string, options?: ClusterOptions): Promise<Embedded> {
  const owned = new OwnedCluster(await openCluster(dataDir, options));
  await owned.own();
  return owned;
}

export function refuseMissing(dataDir: string): void {
  if (hasCluster(dataDir)) return;
  throw new Error(`There is no database in ${dataDir}. Please set DATA_DIR or DATABASE_URL.`);
}

/** Reaches the database in `dataDir` beside the server that runs on it, or starts it where no server does. */
export async function reachEmbedded(dataDir: string, options?: ClusterOptions): Promise<Embedded> {
  refuseMissing(dataDir);
  const cluster = await openCluster(dataDir, options);
  const running = await reachRunning(cluster);
  if (!running) return startEmbedded(dataDir, options);
  await running.end();
  return { url: cluster.url, stop: async () => {} };
}

/** Returns the database of the configuration: its own one, or the embedded one, which `open` starts or reaches. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir, pgBin }: Config,
  open: typeof startEmbedded,
  whileStarting?: () => void,
): Promise<Embedded> {
  const url = databaseDirectUrl ?? databaseUrl;
  return url === undefined ? open(dataDir, { pgBin, whileStarting }) : { url, stop: async () => {} };
}
