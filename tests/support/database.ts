import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import type { Db } from "#server/platform/db/schema.ts";

// pg only warns when a busy connection is given another query, and will refuse it in a future version.
process.on("warning", (warning) => {
  if (warning.message.startsWith("Calling client.query() when the client is already")) throw warning;
});

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The file with the URL of a run's cluster. It is there once the cluster can be used. */
export const urlFileIn = (folder: string): string => join(folder, "url");

/** The folder of a run with a cluster that nothing has used. */
export const newClusterIn = (folder: string): string => join(folder, "new");

async function readUrl(): Promise<string> {
  for (;;) {
    const url = await readFile(urlFileIn(inject("clusterFolder")), "utf8").catch(() => undefined);
    if (url) return url;
    await pause(10);
  }
}

let url: Promise<string> | undefined;

/** The URL of the run's cluster, once it can be used. */
export function clusterUrl(): Promise<string> {
  url ??= readUrl();
  return url;
}

/** Runs one statement in the cluster's default database. */
export async function onServer(clusterUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The URL of another database in the same cluster. */
export const databaseUrl = (clusterUrl: string, name: string): string =>
  clusterUrl.replace(/\/\w+\?/, `/${name}?`);

export const templateName = "template_porchlight";

async function createDatabase(template: string): Promise<TestDatabase> {
  const cluster = await clusterUrl();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(cluster, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(cluster, name),
    drop: () => onServer(cluster, `drop database ${name} with (force)`),
  };
}

/** Creates a migrated database for one test file. */
export const cloneDatabase = (): Promise<TestDatabase> => createDatabase(templateName);

/** Creates a database without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase("template0");

/** Every row of every table as text. Binary columns appear in hexadecimal, as PostgreSQL writes them. */
export async function dumpOf(db: Db): Promise<string> {
  const tables = await db.introspection.getTables();
  const contents = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db),
    ),
  );
  return contents.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

/** How many statements wait for a lock that another transaction holds. */
export async function countLockWaits(db: Db): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(db)).rows.length;
}
