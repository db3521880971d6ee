// Starts one embedded cluster for each run. Each test file works on its own copy of a migrated template.
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { databaseUrl, onServer, templateName } from "./database.ts";
import { newFolder } from "./folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newFolder();
  // Several servers of each worker share it.
  const cluster = await startEmbedded(folder, { settings: { max_connections: "200" } });
  await onServer(cluster.url, `create database ${templateName}`);
  await migrate(databaseUrl(cluster.url, templateName));
  project.provide("clusterUrl", cluster.url);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
