import { Kysely, PostgresDialect } from "kysely";
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from "pg";
import { Listener } from "./listener.ts";
import type { Db, Schema } from "./schema.ts";

interface PoolUse {
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** The number of callers that wait for a connection. */
  readonly waiting: number;
}

export interface Database {
  /** The address for work that needs a session of its own. */
  readonly url: string;
  /** Runs transactions and writes. */
  readonly kysely: Db;
  /** Runs reads that people wait for, over connections of their own, so that they don't wait for writes. */
  readonly reads: Db;
  /** Runs deletions, whose statements may take a minute. */
  readonly deletions: Db;
  /** The connections for transactions and hot writes. */
  connections(): PoolUse;
  readonly listen: Listener["listen"];
  readonly catchUp: Listener["catchUp"];
  /** Resolves once everything that requests wait for has answered. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const maxConnections = 10;
const maxReadConnections = 4;
const maxDeletionConnections = 2;

const oldestVersion = 150_000;

/** Reads ids and counts of the type int8. JavaScript would round one above 2^53, so that fails its query instead. */
function toSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`);
  return number;
}

types.setTypeParser(types.builtins.INT8, toSafeInteger);
// Wall-clock times and days have no zone, and a Date would give them the server's.
types.setTypeParser(types.builtins.TIMESTAMP, String);
types.setTypeParser(types.builtins.DATE, String);

interface Settings {
  version: number;
  fsync: string;
  synchronous_commit: string;
  statement_timeout: string;
  role: string;
}

/** A help request that was answered 201 must survive a power cut. */
async function refuseUnsafe(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Settings>(`select current_setting('server_version_num')::int as version,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('statement_timeout') as statement_timeout, current_user as role`);
  const [settings] = rows;
  if (!settings || settings.version < oldestVersion)
    throw new Error("Porchlight needs PostgreSQL 15 or newer.");
  for (const name of ["fsync", "synchronous_commit"] as const) {
    if (settings[name] === "off") {
      throw new Error(
        `The database has ${name} off, so it can lose what it has promised to keep. Please turn it on.`,
      );
    }
  }
  if (settings.statement_timeout === "0") {
    throw new Error(
      `The database has no statement_timeout, and a server cannot set one through a pooler. Please run this on the database, and then RECONNECT in the pooler: alter role "${settings.role}" set statement_timeout = '5s'`,
    );
  }
}

// The settings that a pooler passes on.
const throughPooler = (url: string): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  application_name: "porchlight",
  keepAlive: true,
  // Linux would wait for two hours before it asks whether the other side is still there.
  keepAliveInitialDelayMillis: 10_000,
});

const direct = (url: string): ClientConfig => ({ ...throughPooler(url), statement_timeout: 5_000 });

/**
 * In milliseconds. A database whose host disappears without a word is noticed after this time. TCP alone would wait for
 * a quarter of an hour. PostgreSQL itself cancels a statement after five seconds.
 */
const answerTimeout = { query_timeout: 8_000 };
/** Statements of a deletion may take a minute, and each of its transactions allows them to. */
const longAnswerTimeout = { query_timeout: 70_000 };

/** Two addresses of the same database return the same value. */
async function identify(config: ClientConfig): Promise<string> {
  const client = new Client(config);
  // A connection that breaks fails the query.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(
      "select concat_ws(' ', current_database(), extract(epoch from pg_postmaster_start_time())) as identity",
    );
    return rows[0]?.identity ?? "";
  } finally {
    await client.end();
  }
}

async function refuseOtherDatabase(pooled: ClientConfig, unpooled: ClientConfig): Promise<void> {
  const [one, other] = await Promise.all([identify(pooled), identify(unpooled)]);
  if (one !== other)
    throw new Error("DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Please correct them.");
}

/** The status is known only once PostgreSQL is ready again, which it says after the error of a failed query. */
const isOutsideTransaction = (client: PoolClient): boolean =>
  "readyForQuery" in client && client.readyForQuery === true && client.getTransactionStatus() === "I";

function newPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // If an idle connection breaks, the pool opens another.
  pool.on("error", () => {});
  // A connection that breaks in use fails its query. It may emit two errors, and its user listens for one.
  pool.on("connect", (client) => client.on("error", () => {}));
  // The pool does not keep a connection that is ending. A connection inside a transaction would fail its next user.
  pool.on("release", (_error, client) => {
    if (!isOutsideTransaction(client)) client.end();
  });
  return pool;
}

const kyselyOn = (pool: Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

// Reads nothing, but waits for the same table locks as a help request does.
const needed = "select from sessions, people, memberships, help_requests, messages where false";

/** Resolves if a server can keep its promises with this database. */
async function checkSettings(
  pool: Pool,
  config: ClientConfig,
  pooled: ClientConfig | undefined,
): Promise<void> {
  if (pooled) await refuseOtherDatabase(pooled, config);
  await refuseUnsafe(pool);
}

/**
 * Connects to PostgreSQL 15 or newer. `url` is as in libpq, with `?host=/folder` for a unix socket. With the address of a
 * pooler, transactions and writes go through it. LISTEN needs a session and does not, nor do reads. Nothing may rely
 * on the database before a `check` has succeeded.
 */
export function beginConnecting(
  url: string,
  poolerUrl?: string,
): { readonly database: Database; check(): Promise<void> } {
  const config = direct(url);
  const pooled = poolerUrl ? throughPooler(poolerUrl) : undefined;
  // One connection stays open with its statements planned, because rare help requests must not wait for a connection.
  const pool = newPool({ ...(pooled ?? config), ...answerTimeout, max: maxConnections, min: 1 });
  const readPool = newPool({ ...config, ...answerTimeout, max: maxReadConnections, min: 1 });
  const deletionPool = newPool({ ...(pooled ?? config), ...longAnswerTimeout, max: maxDeletionConnections });
  const listener = new Listener(config);
  const database: Database = {
    url,
    kysely: kyselyOn(pool),
    reads: kyselyOn(readPool),
    deletions: kyselyOn(deletionPool),
    connections: () => ({
      max: maxConnections,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    listen: (...subscription) => listener.listen(...subscription),
    catchUp: () => listener.catchUp(),
    async ping() {
      await Promise.all([pool.query(needed), readPool.query(needed)]);
    },
    async close() {
      // Kysely closes its pool only if it has used it.
      await Promise.all([readPool.end(), deletionPool.end(), listener.close(), pool.end()]);
    },
  };
  return { database, check: () => checkSettings(pool, config, pooled) };
}

export async function connect(url: string, poolerUrl?: string): Promise<Database> {
  const { database, check } = beginConnecting(url, poolerUrl);
  try {
    await check();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
