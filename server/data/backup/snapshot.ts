// All that is in the database at one moment.
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  listSequences,
  listTables,
  type Sequence,
  type Table,
  withSession,
} from "#server/data/database-session.ts";
import { Refused } from "#server/data/refusals.ts";
import { type Applied, lockMigrations, readApplied, unlockMigrations } from "#server/db/migrate.ts";

export interface Snapshot {
  readonly postgresql: string;
  readonly migrations: readonly Applied[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  /** Identifies the server's key that the database is used with. */
  readonly keyFingerprint: Buffer | undefined;
  /** Rows as COPY writes them, in the text format, which every version of PostgreSQL reads. */
  rowsOf(table: Table): AsyncIterable<Buffer>;
}

/** Holds every table as it is, so that no migration changes one before it is read. Reads and writes go on. */
async function beginSnapshot(client: Client): Promise<Table[]> {
  await lockMigrations(client);
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === "migrations"))
    throw new Refused("There is nothing to back up: this database was never used by Porchlight.");
  await client.query("begin isolation level repeatable read read only");
  await client.query(
    `lock table ${tables.map(({ name }) => escapeIdentifier(name)).join(", ")} in access share mode`,
  );
  await unlockMigrations(client);
  return tables;
}

async function readSnapshot(client: Client): Promise<Snapshot> {
  const tables = await beginSnapshot(client);
  const migrations = await readApplied(client);
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const keys = await client.query<{ fingerprint: Buffer }>("select fingerprint from secret_key");
  return {
    postgresql: rows[0]?.version ?? "",
    migrations,
    tables,
    // A sequence is not part of the snapshot: it may be further by now, and never behind the rows.
    sequences: await listSequences(client),
    keyFingerprint: keys.rows[0]?.fingerprint,
    rowsOf({ name, columns }) {
      const list = columns.map((column) => escapeIdentifier(column)).join(", ");
      return client.query(copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout`));
    },
  };
}

/** The data stays as it is at the beginning for as long as `use` takes. Others write meanwhile. */
export const withSnapshot = <Result>(
  url: string,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> => withSession(url, async (client) => use(await readSnapshot(client)));
