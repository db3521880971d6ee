// The whole database at one moment, while others go on writing.
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { type Applied, lockMigrations, readApplied, unlockMigrations } from "#server/platform/db/migrate.ts";
import { hasKeys, listSequences, listTables, type Sequence, type Table } from "../database-session.ts";

/** A picture or voice message that is not in the rows of the backup. */
export interface SnapshotFile {
  readonly key: string;
  readonly size: number;
  readonly isInBucket: boolean;
}

export interface Snapshot {
  readonly postgresql: string;
  readonly migrations: readonly Applied[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  /** Rows in COPY's text format, which every version of PostgreSQL reads. Those of `media` that have a key have no bytes. */
  rowsOf(table: Table): AsyncIterable<Buffer>;
  /** All files that have a key, each once, sorted by their keys. */
  files(): AsyncIterable<SnapshotFile>;
  /** The bytes of a file that is in the database. */
  bytesOf(key: string): Promise<Buffer | undefined>;
}

export async function listUsedTables(client: Client): Promise<Table[]> {
  const tables = await listTables(client);
  if (tables.some(({ name }) => name === "migrations")) return tables;
  throw new Refused("There is nothing to back up: this database was never used by Porchlight.");
}

/** Locks every table, so that no migration changes one before it is read. Other reads and writes continue. */
async function beginSnapshot(client: Client): Promise<Table[]> {
  await lockMigrations(client);
  const tables = await listUsedTables(client);
  await client.query("begin isolation level repeatable read read only");
  await client.query(
    `lock table ${tables.map(({ name }) => escapeIdentifier(name)).join(", ")} in access share mode`,
  );
  await unlockMigrations(client);
  return tables;
}

function columnsOf({ name, columns }: Table): string {
  const isMedia = hasKeys([{ name, columns }]);
  return columns
    .map((column) =>
      isMedia && column === "bytes"
        ? "case when content_key is null then bytes end"
        : escapeIdentifier(column),
    )
    .join(", ");
}

const filesAtOnce = 1_000;

async function* readFiles(client: Client): AsyncGenerator<SnapshotFile> {
  await client.query(`declare files no scroll cursor for
    select distinct on (content_key collate "C") content_key as key, size, bytes is null as "isInBucket"
    from media where content_key is not null order by content_key collate "C", bytes is null`);
  for (;;) {
    const { rows } = await client.query<SnapshotFile>(`fetch ${filesAtOnce} from files`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query("close files");
}

async function readSnapshot(client: Client): Promise<Snapshot> {
  const tables = await beginSnapshot(client);
  const migrations = await readApplied(client);
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return {
    postgresql: rows[0]?.version ?? "",
    migrations,
    tables,
    // Sequences are not part of the snapshot. They may be ahead of the rows by now, but never behind.
    sequences: await listSequences(client),
    rowsOf: (table) =>
      client.query(
        copyTo(`copy (select ${columnsOf(table)} from ${escapeIdentifier(table.name)}) to stdout`),
      ),
    async *files() {
      if (hasKeys(tables)) yield* readFiles(client);
    },
    async bytesOf(key) {
      const found = await client.query<{ bytes: Buffer }>(
        "select bytes from media where content_key = $1 and bytes is not null limit 1",
        [key],
      );
      return found.rows[0]?.bytes;
    },
  };
}

/** Shows the data as it was at the beginning for as long as `use` takes. */
export async function withSnapshot<Result>(
  client: Client,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const result = await use(await readSnapshot(client));
  await client.query("commit");
  return result;
}
