// One embedded cluster a run; each test file works on its own copy of a migrated template.
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { databaseUrl, onServer, templateName } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

const memory = "/dev/shm";
const enough = 2 * 1024 ** 3;

/** In memory where there is room: nothing here outlives the run. What survives a crash is proved on clusters on the disk. */
async function newFolder(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(room > enough ? memory : tmpdir(), "porchlight-tests-"));
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newFolder();
  const cluster = await startEmbedded(folder);
  await onServer(cluster.url, `create database ${templateName}`);
  await migrate(databaseUrl(cluster.url, templateName));
  project.provide("clusterUrl", cluster.url);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
