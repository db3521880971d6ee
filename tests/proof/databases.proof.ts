// The same tests on each PostgreSQL that this machine has, and behind PgBouncer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Porchlight, start, stop } from "#bench/processes/porchlight.ts";
import { connect } from "#server/platform/db/connect.ts";
import { freePort } from "#tests/support/free-port.ts";
import { useTextGateway } from "#tests/support/text-providers.ts";
import { print } from "./figures.ts";
import { meetFirstFamily, textsTo } from "./outside/first-family.ts";
import {
  configure,
  findPostgres,
  isInstalled,
  queryOnce,
  reasonToSkip,
  runProgram,
  startPostgres,
  temporary,
} from "./outside/programs.ts";

const texts = useTextGateway();
const installed = await findPostgres();

async function serveOn(databases: Readonly<Record<string, string>>): Promise<Porchlight> {
  const server = await start(temporary(), undefined, { env: { ...textsTo(texts), ...databases } });
  onTestFinished(() => stop(server));
  return server;
}

test.each(installed)("a family is served on PostgreSQL $major", async (programs) => {
  const url = await startPostgres(programs);
  const server = await serveOn({ DATABASE_URL: url });
  const seconds = await meetFirstFamily(`http://localhost:${server.port}`, texts);
  const [found] = await queryOnce<{ version: string }>(
    url,
    "select current_setting('server_version') as version",
  );
  print("PostgreSQL", { version: found?.version ?? "", "text after (s)": seconds });
  expect(found?.version).toMatch(new RegExp(`^${programs.major}\\.`));
});

const template = readFileSync(join(import.meta.dirname, "outside/pgbouncer.ini"), "utf8");

/** Starts a PgBouncer in front of this database, and returns its URL. */
async function startPooler(databaseUrl: string, mode: string): Promise<string> {
  const [folder, port] = [temporary(), String(await freePort())];
  const settings = configure(join(folder, "pgbouncer.ini"), template, {
    POSTGRES_PORT: new URL(databaseUrl).port,
    LISTEN_PORT: port,
    POOL_MODE: mode,
    // PgBouncer does not run as root.
    LOG_FILE: "/dev/null",
  });
  const account = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
  const options = { stdio: "ignore" as const };
  await runProgram({ command: "pgbouncer", args: [...account, settings], options }, Number(port));
  return `postgresql://postgres@127.0.0.1:${port}/postgres`;
}

describe.skipIf(!isInstalled("pgbouncer"))(`PgBouncer${reasonToSkip("pgbouncer")}`, () => {
  const [programs] = installed;

  test.each(["session", "transaction"])("a family is served through a pooler in %s mode", async (mode) => {
    if (!programs) throw new Error("There is no PostgreSQL.");
    const direct = await startPostgres(programs);
    await queryOnce(direct, "alter role postgres set statement_timeout = '5s'");
    const pooler = await startPooler(direct, mode);
    const server = await serveOn({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct });
    const seconds = await meetFirstFamily(`http://localhost:${server.port}`, texts);
    const admin = pooler.replace(/\w+$/, "pgbouncer");
    const totals = await queryOnce<{ database: string; query_count: string }>(admin, "show stats_totals");
    const pooled = Number(totals.find(({ database }) => database === "postgres")?.query_count);
    print(`PgBouncer, ${mode} mode`, { "text after (s)": seconds, "statements through it": pooled });
    expect(pooled).toBeGreaterThan(10);
  });

  test("a server says what a pooler lacks", async () => {
    if (!programs) throw new Error("There is no PostgreSQL.");
    const direct = await startPostgres(programs);
    const pooler = await startPooler(direct, "transaction");
    const other = direct.replace(/\w+$/, "template1");
    await expect(connect(direct, pooler)).rejects.toThrow(
      `alter role "postgres" set statement_timeout = '5s'`,
    );
    await expect(connect(other, pooler)).rejects.toThrow("lead to different databases");
  });
});
