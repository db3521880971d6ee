import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cloneDatabase, clusterUrl, onServer, type TestDatabase } from "#tests/support/database.ts";
import { startDelayedPostgres, startVanishingPostgres } from "#tests/support/delayed-postgres.ts";
import { copyCluster } from "#tests/support/embedded.ts";
import { newFolder } from "#tests/support/folder.ts";
import { connect, type Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import type { Db } from "./schema.ts";
import { isUnavailable } from "./unavailable.ts";

const one = sql<{ one: number }>`select 1 as one`;
const lock = sql`select pg_advisory_xact_lock(1)`;
const rowsOf = async <Row>(query: RawBuilder<Row>, db: Db) => (await query.execute(db)).rows;

describe("a connected database", () => {
  let clone: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    clone = await cloneDatabase();
    database = await connect(clone.url);
  });
  afterEach(async () => {
    await database.close();
    await clone.drop();
  });

  const name = () => new URL(clone.url.replace("@/", "@host/")).pathname.slice(1);
  const cutAll = async () =>
    onServer(
      await clusterUrl(),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`,
    );
  const readOne = () => rowsOf(one, database.reads).catch(() => []);
  const readMany = () => Promise.all(Array.from({ length: 40 }, readOne));
  /** Four reads wait for the same lock, so each needs its own connection. Returns how many rows each has read. */
  const readAtOnce = async () => {
    const { waiting } = await database.kysely.transaction().execute(async (trx) => {
      await lock.execute(trx);
      const waiting = Array.from({ length: 4 }, () =>
        rowsOf(lock, database.reads).then(
          ({ length }) => length,
          () => 0,
        ),
      );
      await nextTurn();
      return { waiting };
    });
    return Promise.all(waiting);
  };

  it("reads and writes again after all connections were cut, without surplus connections", async () => {
    await readMany();
    await cutAll();
    await expect.poll(readMany, { timeout: 5_000 }).toEqual(Array(40).fill([{ one: 1 }]));
    await expect.poll(() => readAtOnce().catch(() => [])).toEqual([1, 1, 1, 1]);
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and query in ('select 1 as one', 'select pg_advisory_xact_lock(1)')`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ count: 4 }]);
  });

  it("has no connection left once it is closed, even if nothing was asked of it", async () => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database()`.execute(database.kysely);
      return rows[0]?.count;
    };
    const before = await count();
    const other = await connect(clone.url);
    expect(await count()).toBe(Number(before) + 1);
    await other.close();
    await expect.poll(count).toBe(before);
  });

  it("notices within ten seconds that the host of its open connections is gone, and serves again from its successor", {
    tags: "extended",
  }, async () => {
    const proxy = await startVanishingPostgres(clone.url);
    const other = await connect(proxy.url);
    const readOneThere = () => rowsOf(one, other.reads);
    const writeOne = () => rowsOf(one, other.kysely);
    await Promise.all([readOneThere(), writeOne()]);
    const startedAt = Date.now();
    proxy.vanishing.fallSilent();
    const [read, written] = await Promise.allSettled([readOneThere(), writeOne()]);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    for (const { status, reason } of [read, written].map((each) => ({ reason: undefined, ...each })))
      expect([status, reason instanceof Error && isUnavailable(reason)]).toEqual(["rejected", true]);
    const both = () => Promise.all([readOneThere(), writeOne()]).catch(() => []);
    await expect.poll(both, { timeout: 5_000 }).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await other.close();
    await proxy.stop();
  });

  it("asks after ten idle seconds whether PostgreSQL is still there", async () => {
    const keptAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
    const other = await connect(clone.url);
    expect(keptAlive.mock.calls.length).toBeGreaterThan(0);
    for (const call of keptAlive.mock.calls) expect(call).toEqual([true, 10_000]);
    keptAlive.mockRestore();
    await other.close();
  });

  it("lets no read wait behind a slow one", async () => {
    const slow = await database.kysely.transaction().execute(async (trx) => {
      await lock.execute(trx);
      const waiting = rowsOf(lock, database.reads).catch(() => []);
      await nextTurn();
      expect(await readOne()).toEqual([{ one: 1 }]);
      return { waiting };
    });
    await slow.waiting;
  });

  it("reads an int8 as a number, and fails the query of one that a number cannot hold", async () => {
    const read = (value: string) =>
      rowsOf(sql<{ large: number }>`select ${value}::bigint as large`, database.reads);
    expect(await read("9007199254740991")).toEqual([{ large: Number.MAX_SAFE_INTEGER }]);
    await expect(read("9007199254740993")).rejects.toThrow("9007199254740993 is too large for a number.");
    await expect(sql`select 9007199254740993 as large`.execute(database.kysely)).rejects.toThrow("too large");
    expect(await readOne()).toEqual([{ one: 1 }]);
  });

  it("receives notifications again after its connection was cut, each once, and reports the gap", async () => {
    const heard: string[] = [];
    let gaps = 0;
    await database.listen(
      "porch",
      (payload) => heard.push(payload),
      () => gaps++,
    );
    await cutAll();
    await expect.poll(() => gaps, { timeout: 5_000 }).toBe(1);
    await onServer(clone.url, "notify porch, 'light'");
    await onServer(clone.url, "notify porch, 'end'");
    await expect.poll(() => heard).toEqual(["light", "end"]);
  });

  it("receives concurrently subscribed channels over one connection, each notification once", async () => {
    const heard: string[] = [];
    const listen = (channel: string) =>
      database.listen(
        channel,
        (payload) => heard.push(`${channel}: ${payload}`),
        () => {},
      );
    const [early, late] = [
      ["porch", "garden", "attic"],
      ["cellar", "kitchen", "stairs"],
    ];
    await Promise.all(early.map(listen));
    await Promise.all(late.map(listen));
    const channels = [...early, ...late];
    for (const channel of channels) await onServer(clone.url, `notify ${channel}, 'light'`);
    await expect.poll(() => heard).toEqual(channels.map((channel) => `${channel}: light`));
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(database.kysely);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('reports "unavailable", and nothing worse, to a query whose connection is cut', async () => {
    const slow = sql`select pg_sleep(3)`.execute(database.kysely).catch((error: Error) => error);
    await readMany();
    await cutAll();
    const error = await slow;
    expect(error instanceof Error && isUnavailable(error)).toBe(true);
  });

  const openTransactions = sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;

  it.each(["begin; select 1 / 0; commit", "begin; select 1"])(
    "never reuses a connection that %j has left in a transaction",
    async (batch) => {
      const leaveOpen = () =>
        sql
          .raw(batch)
          .execute(database.kysely)
          .catch(() => {});
      await Promise.all(Array.from({ length: 10 }, leaveOpen));
      const ask = () => sql<{ one: number }>`select 1 as one`.execute(database.kysely);
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      expect(answers.map(({ rows }) => rows[0]?.one)).toEqual(Array(20).fill(1));
      const count = async () => (await openTransactions.execute(database.kysely)).rows[0]?.count;
      await expect.poll(count).toBe(0);
    },
  );

  it("never reuses such a connection even if PostgreSQL reports the transaction state a moment later", async () => {
    const late = await startDelayedPostgres(clone.url);
    const through = await connect(late.url);
    const batch = sql.raw("begin; select 1 / 0; commit").execute(through.kysely);
    await expect(batch).rejects.toThrow("division by zero");
    const { rows } = await sql`select 1 as one`.execute(through.kysely);
    expect(rows).toEqual([{ one: 1 }]);
    await through.close();
    await late.stop();
  });

  it("keeps a connection that was returned in a clean state", async () => {
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)).rows[0]?.pid;
    const first = await pid();
    await database.kysely.transaction().execute((trx) => sql`select 1`.execute(trx));
    expect(await pid()).toBe(first);
  });

  it("returns counts as numbers, and days and local times as they were written", async () => {
    const { rows } = await sql`select count(*) as count, date '2026-11-20' as day,
      timestamp '2026-11-20 14:05' as clock from (values (1)) as v`.execute(database.kysely);
    expect(rows).toEqual([{ count: 1, day: "2026-11-20", clock: "2026-11-20 14:05:00" }]);
  });

  it("aborts a statement after five seconds, on both kinds of connections", async () => {
    const timeout = sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`;
    expect([await rowsOf(timeout, database.kysely), await rowsOf(timeout, database.reads)]).toEqual(
      Array(2).fill([{ timeout: "5s" }]),
    );
  });

  it("is refused with synchronous_commit off", async () => {
    await onServer(await clusterUrl(), `alter database ${name()} set synchronous_commit = off`);
    await expect(connect(clone.url)).rejects.toThrow("has synchronous_commit off");
  });
});

it("a database with fsync off is refused", { timeout: 60_000 }, async () => {
  const folder = await newFolder();
  await copyCluster(folder);
  const embedded = await startEmbedded(folder);
  await onServer(embedded.url, "alter system set fsync = off");
  await onServer(embedded.url, "select pg_reload_conf()");
  const refusal = () =>
    connect(embedded.url).then(
      (database) => database.close(),
      ({ message }: Error) => message,
    );
  await expect.poll(refusal).toContain("has fsync off");
  await embedded.stop();
  await rm(folder, { recursive: true });
});

describe("a database behind a pooler", () => {
  let clone: TestDatabase;
  beforeEach(async () => {
    clone = await cloneDatabase();
  });
  afterEach(() => clone.drop());

  const setTimeLimit = async () => {
    const database = await connect(clone.url);
    const { rows } = await sql<{ statement: string }>`select
      format('alter database %I set statement_timeout = 5000', current_database()) as statement`.execute(
      database.kysely,
    );
    await database.close();
    for (const { statement } of rows) await onServer(await clusterUrl(), statement);
  };

  it("must limit the time of statements, which no server can set through a pooler", async () => {
    await expect(connect(clone.url, clone.url)).rejects.toThrow(
      `alter role "postgres" set statement_timeout = '5s'`,
    );
  });

  it("must be the one at the direct address", async () => {
    await setTimeLimit();
    await expect(connect(await clusterUrl(), clone.url)).rejects.toThrow("lead to different databases");
  });

  it("gets writes that are not prepared, because the next one may run in another session", async () => {
    await setTimeLimit();
    const database = await connect(clone.url, clone.url);
    const prepared = sql<{ count: number }>`select count(*) from pg_prepared_statements`;
    expect(await rowsOf(prepared, database.kysely)).toEqual([{ count: 0 }]);
    await database.close();
  });
});
