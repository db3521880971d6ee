// Starts one embedded cluster for each run. Each test file works on its own copy of a migrated template.
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openCluster } from "#server/db/cluster.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { databaseUrl, onServer, templateName } from "./database.ts";
import { newFolder } from "./folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
    /** A folder with a cluster that nothing has used. */
    newCluster: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await newFolder();
  const [newCluster, folder] = [join(root, "new"), join(root, "shared")];
  await openCluster(newCluster);
  await cp(newCluster, folder, { recursive: true });
  // Several servers of each worker share it. Nothing lives long enough for autovacuum, which would visit every database.
  const cluster = await startEmbedded(folder, { settings: { max_connections: "200", autovacuum: "off" } });
  await onServer(cluster.url, `create database ${templateName}`);
  await migrate(databaseUrl(cluster.url, templateName));
  project.provide("clusterUrl", cluster.url);
  project.provide("newCluster", newCluster);
  return async () => {
    await cluster.stop();
    await rm(root, { recursive: true, force: true });
  };
}
