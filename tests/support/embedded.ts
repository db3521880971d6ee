// Starts embedded databases for a test file. Each has its own folder inside one that is removed at the end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import type { ClusterOptions } from "#server/platform/db/cluster.ts";
import { type Embedded, startEmbedded } from "#server/platform/db/embedded.ts";
import { clusterUrl, newClusterIn } from "./database.ts";
import { newFolder } from "./folder.ts";

/** A folder for the tests of a file: `const folder = useFolder(); ... folder("data")`. */
export function useFolder(): (name: string) => string {
  let root = "";
  beforeAll(async () => {
    root = await newFolder();
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return (name) => join(root, name);
}

/** Puts a cluster into a new folder. Copying one costs a tenth of making one. */
export async function copyCluster(dataDir: string): Promise<void> {
  await clusterUrl();
  await cp(newClusterIn(inject("clusterFolder")), dataDir, { recursive: true });
}

const running: Embedded[] = [];
export async function stopAll(): Promise<void> {
  for (const embedded of running.splice(0)) await embedded.stop();
}

export async function start(dataDir: string, options?: ClusterOptions): Promise<Embedded> {
  const embedded = await startEmbedded(dataDir, options);
  running.push(embedded);
  return embedded;
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

export async function startInAnotherProcess(dataDir: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "embedded-process.ts");
  const child = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "ignore"] });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  return child;
}
