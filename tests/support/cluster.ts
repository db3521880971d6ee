// Starts one embedded cluster for each run. Each test file works on its own copy of a migrated template.
import { cp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openCluster } from "#server/platform/db/cluster.ts";
import { type Embedded, startEmbedded } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { databaseUrl, newClusterIn, onServer, templateName, urlFileIn } from "./database.ts";
import { newFolder } from "./folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterFolder: string;
  }
}

async function startCluster(folder: string): Promise<Embedded> {
  await openCluster(newClusterIn(folder));
  const shared = join(folder, "shared");
  await cp(newClusterIn(folder), shared, { recursive: true });
  // Several servers of each worker share it. Nothing lives long enough for autovacuum, which would visit every database.
  const cluster = await startEmbedded(shared, { settings: { max_connections: "200", autovacuum: "off" } });
  await onServer(cluster.url, `create database ${templateName}`);
  await migrate(databaseUrl(cluster.url, templateName));
  return cluster;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newFolder();
  project.provide("clusterFolder", folder);
  // It starts while the workers load the server's modules, which takes as long. They wait for the file.
  const starting = startCluster(folder).then(async (cluster) => {
    await writeFile(join(folder, "new-url"), cluster.url);
    await rename(join(folder, "new-url"), urlFileIn(folder));
    return cluster;
  });
  return async () => {
    const cluster = await starting;
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
