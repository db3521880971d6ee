// Two servers on a PostgreSQL with a standby, set up as docs/operate/high-availability.md says.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Porchlight, seedBy, start, stop } from "#bench/processes/porchlight.ts";
import { askForHelp, Connection, helpersOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { LiveStream } from "#tests/support/live-stream.ts";
import { useTextGateway } from "#tests/support/text-providers.ts";
import { print, secondsSince } from "./figures.ts";
import { compareRows, type RequestRow, requests, unsent } from "./ledger.ts";
import { DatabasePair, pairPrograms } from "./outside/database-pair.ts";
import { textsTo } from "./outside/first-family.ts";
import { isInstalled, queryOnce, reasonToSkip, temporary } from "./outside/programs.ts";
import { outageBy, startWriters, type Written } from "./writers.ts";

const canRun = isInstalled(...pairPrograms) && existsSync("/usr/lib/postgresql/15/bin/pg_rewind");
/** Nobody is refused for longer than this. */
const maxOutageSeconds = 45;
/** A family whose screen is open. */
const watching = 20;

const texts = useTextGateway();

class Servers {
  readonly #servers: Porchlight[] = [];
  #turn = 0;

  async start(databaseUrl: string): Promise<void> {
    const folder = temporary();
    const env = { ...textsTo(texts), DATABASE_URL: databaseUrl };
    for (const _ of [1, 2]) {
      const server = await start(folder, undefined, { env });
      onTestFinished(() => stop(server));
      this.#servers.push(server);
    }
  }

  /** Whether the servers that were started are still running. */
  get areRunning(): boolean {
    return this.#servers.every(({ child }) => child.exitCode === null && child.signalCode === null);
  }

  /** Each call leads to the other server. */
  port = (): number => this.#servers[this.#turn++ % this.#servers.length]?.port ?? 0;

  /** Opens a screen on one server, and returns how many seconds after a request to the other it reads the news. */
  async openScreen(): Promise<() => Promise<number>> {
    const [helper = 0] = helpersOf(watching);
    const authorization = `Bearer ${tokenOf(helper)}`;
    const open = new AbortController();
    onTestFinished(() => open.abort());
    const address = `http://127.0.0.1:${this.port()}/api/live`;
    const screen = new LiveStream(await fetch(address, { headers: { authorization }, signal: open.signal }));
    const other = this.port();
    return async () => {
      screen.skip();
      const askedAt = performance.now();
      const connection = new Connection(other);
      expect(await connection.ask(askForHelp(watching))).toMatchObject({ status: 201 });
      connection.close();
      // A server that has heard nothing for a while tells its screens to read everything again.
      const hasNews = () => screen.heard.some((name) => name === "help-requests" || name === "everything");
      await expect.poll(hasNews, { interval: 20 }).toBe(true);
      expect(screen.hasEnded).toBe(false);
      return secondsSince(askedAt);
    };
  }
}

async function seed(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await seedBy(client, 50);
  await client.end();
}

describe.skipIf(!canRun)(`a PostgreSQL with a standby${reasonToSkip(...pairPrograms)}`, () => {
  test("loses nothing that was acknowledged when either machine is lost, and servers follow by themselves", async () => {
    texts.answerWith(200, { id: "1" });
    const pair = new DatabasePair();
    await pair.start();
    const url = await pair.createDatabase();
    const servers = new Servers();
    await servers.start(url);
    await seed(url);
    const askWhileWatched = await servers.openScreen();

    const all: Written[] = [];
    /** Runs eight writers around an event, and returns the seconds in which no request was written. */
    async function outage(breakSomething: () => Promise<void> | void): Promise<number> {
      const writers = startWriters(8, servers.port);
      all.push(writers);
      await pause(2_000);
      const seconds = await outageBy(breakSomething, writers);
      await pause(1_000);
      await writers.stop();
      return seconds;
    }
    async function expectNothingLost(): Promise<void> {
      const rows = await queryOnce<RequestRow>(url, requests);
      const acknowledged = new Set(all.flatMap((written) => [...written.acknowledged]));
      expect(compareRows(rows, { acknowledged })).toEqual({ lost: 0, duplicates: 0 });
    }
    const figures: Record<string, number> = {};

    const { primary, standby } = pair.names();
    const lost = pair.machine(primary);
    figures["primary and its data lost: no request for (s)"] = await outage(() => {
      lost.signal("SIGKILL");
      lost.loseData();
    });
    expect(pair.names().primary).toBe(standby);
    await expectNothingLost();
    figures["screen up to date after it (s)"] = await askWhileWatched();

    const returnedAt = performance.now();
    await lost.start();
    await pair.untilSynchronous();
    figures["copied and synchronous again after (s)"] = secondsSince(returnedAt);

    const silent = pair.machine(pair.names().standby);
    figures["standby silent: no request for (s)"] = await outage(() => silent.signal("SIGSTOP"));
    silent.signal("SIGCONT");
    await pair.untilSynchronous();
    await expectNothingLost();

    const rewound = pair.machine(pair.names().primary);
    figures["primary lost: no request for (s)"] = await outage(() => rewound.signal("SIGKILL"));
    await expectNothingLost();
    const rejoinedAt = performance.now();
    await rewound.start();
    await pair.untilSynchronous();
    figures["joined with its data again after (s)"] = secondsSince(rejoinedAt);

    const crashing = pair.machine(pair.names().primary);
    figures["PostgreSQL killed: no request for (s)"] = await outage(() => crashing.signalPostgres("SIGKILL"));
    await expectNothingLost();
    figures["screen up to date in the end (s)"] = await askWhileWatched();

    const countUnsent = async () => (await queryOnce<{ count: number }>(url, unsent))[0]?.count;
    await expect.poll(countUnsent, { timeout: 90_000, interval: 500 }).toBe(0);
    const statuses = new Set(all.flatMap((written) => [...written.statuses.keys()]));
    print("standby", {
      ...figures,
      acknowledged: all.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      statuses: [...statuses].join(" "),
      texts: texts.asked.length,
    });
    expect(servers.areRunning).toBe(true);
    for (const [name, seconds] of Object.entries(figures))
      if (name.includes("no request")) expect(seconds, name).toBeLessThan(maxOutageSeconds);
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
  });
});
