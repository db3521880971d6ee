import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import type { Db } from "#server/db/schema.ts";

// pg only warns when a connection that is busy is given several queries, and will refuse them one day.
process.on("warning", (warning) => {
  if (warning.message.startsWith("Calling client.query() when the client is already")) throw warning;
});

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Runs one statement on the cluster itself. */
export async function onServer(clusterUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The address of another database in the same cluster. */
export const databaseUrl = (clusterUrl: string, name: string): string =>
  clusterUrl.replace("/postgres?", `/${name}?`);

export const templateName = "template_porchlight";

async function createDatabase(template: string): Promise<TestDatabase> {
  const clusterUrl = inject("clusterUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(clusterUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: databaseUrl(clusterUrl, name),
    drop: () => onServer(clusterUrl, `drop database ${name} with (force)`),
  };
}

/** A migrated database of one's own. */
export const cloneDatabase = (): Promise<TestDatabase> => createDatabase(templateName);

/** A database without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase("template0");

/** Every row of every table as text; bytes as PostgreSQL writes them, in hexadecimal. */
export async function dumpOf(db: Db): Promise<string> {
  const tables = await db.introspection.getTables();
  const contents = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db),
    ),
  );
  return contents.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}
