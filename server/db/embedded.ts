import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { type Cluster, openCluster } from "./cluster.ts";
import { runningPid, startPostmaster, stopPostmaster } from "./postmaster.ts";

export interface Embedded {
  readonly url: string;
  stop(): Promise<void>;
}

// Held by one connection for as long as the server lives; it falls with the process, however that ends.
const ownerLock = 7_042_027;
const patience = 60_000;

/** Not there yet: no socket, or PostgreSQL still starting or recovering (57P03). */
async function tryConnect(cluster: Cluster): Promise<Client | undefined> {
  const client = new Client({ connectionString: cluster.url, application_name: "porchlight owner" });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== "57P03") throw error;
    return undefined;
  }
}

async function failure(cluster: Cluster): Promise<Error> {
  const log = await readFile(`${cluster.folder}.log`, "utf8").catch(() => "");
  const lastLines = log.trimEnd().split("\n").slice(-3).join("\n");
  return new Error(`The embedded database in ${cluster.folder} does not start. It says:\n${lastLines}`);
}

async function waitFor(cluster: Cluster): Promise<Client> {
  const end = Date.now() + patience;
  let missing = 0;
  while (Date.now() < end) {
    const client = await tryConnect(cluster);
    if (client) return client;
    await pause(10);
    // It needs a moment to write its pid file; after that, a missing process is one that gave up.
    missing = runningPid(cluster) === undefined ? missing + 1 : 0;
    if (missing > 200) break;
  }
  throw await failure(cluster);
}

async function own(cluster: Cluster, owner: Client): Promise<void> {
  const { rows } = await owner.query<{ owned: boolean }>("select pg_try_advisory_lock($1) as owned", [
    ownerLock,
  ]);
  if (rows[0]?.owned) return;
  await owner.end();
  throw new Error(
    `Another Porchlight is already running on ${cluster.folder}. Please stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Starts the database in `dataDir`, or adopts one whose server was killed; refuses one that a server is using. */
export async function startEmbedded(dataDir: string, transport?: NodeJS.Platform): Promise<Embedded> {
  const cluster = await openCluster(dataDir, transport);
  if (runningPid(cluster) === undefined) startPostmaster(cluster);
  const owner = await waitFor(cluster);
  await own(cluster, owner);
  return {
    url: cluster.url,
    async stop() {
      await owner.end();
      await stopPostmaster(cluster);
    },
  };
}
