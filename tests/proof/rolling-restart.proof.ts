// Three servers behind nginx on one database, restarted one after the other while they are in use.
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { grandmotherOf, helpersOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { login } from "#contract/accounts/sign-in.ts";
import { Client } from "#tests/support/client.ts";
import { freePort } from "#tests/support/free-port.ts";
import { print } from "./figures.ts";
import { compare } from "./ledger.ts";
import { useDeployment } from "./outside/deployment.ts";
import { runNginx } from "./outside/nginx.ts";
import { isInstalled, reasonToSkip } from "./outside/programs.ts";
import { startWriters } from "./writers.ts";

const servers = 3;
const writersCount = 8;
const screensCount = 500;
const maxRefusedMs = 2_000;
const maxAwayMs = 5_000;
const loginsPerIp = 12;

const deployment = useDeployment(servers, {
  TRUSTED_PROXIES: "127.0.0.1",
  LOGINS_PER_IP: String(loginsPerIp),
  PUBLIC_URL: "http://localhost",
});

/** Runs nginx in front of all servers, and returns its port. */
async function startProxy(): Promise<number> {
  const port = await freePort();
  const serverPorts = Array.from({ length: servers }, (_, place) => deployment.port(place));
  await runNginx(port, serverPorts);
  return port;
}

/** A screen that reconnects as a browser does: after the time that the server has set. */
class Screen {
  isOpen = false;
  longestAwayMs = 0;
  readonly #port: number;
  readonly #person: number;
  #socket: Socket | undefined;
  #retryMs = 1_000;
  #received = "";
  #lostAt: number | undefined;
  #isClosed = false;

  constructor(port: number, person: number) {
    this.#port = port;
    this.#person = person;
  }

  open(): void {
    const head = [
      "GET /api/live HTTP/1.1",
      "Host: localhost",
      `Cookie: porchlight_session=${tokenOf(this.#person)}`,
    ];
    const socket = connect({ port: this.#port, host: "127.0.0.1" });
    this.#socket = socket;
    this.#received = "";
    socket.write([...head, "", ""].join("\r\n"));
    socket.on("data", (chunk) => this.#read(String(chunk)));
    socket.on("error", () => {});
    socket.on("end", () => socket.destroy());
    socket.on("close", () => this.#lose());
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    // A refusal, or the last chunk of a response that has ended. The proxy keeps the connection in both cases.
    const isRefused = !this.#received.startsWith("HTTP/1.1 200");
    if (isRefused || this.#received.endsWith("\r\n0\r\n\r\n")) this.#socket?.destroy();
    const [, retryMs] = /retry: (\d+)\n/.exec(this.#received) ?? [];
    if (retryMs === undefined || this.isOpen) return;
    this.#retryMs = Number(retryMs);
    this.isOpen = true;
    if (this.#lostAt !== undefined)
      this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - this.#lostAt);
    this.#lostAt = undefined;
  }

  #lose(): void {
    if (this.#isClosed) return;
    this.isOpen = false;
    this.#lostAt ??= performance.now();
    setTimeout(() => this.open(), this.#retryMs);
  }
}

/** The families that watch are not the ones that ask. */
const watchers = Array.from({ length: Math.ceil(screensCount / 6) }, (_, place) =>
  helpersOf(writersCount + place),
)
  .flat()
  .slice(0, screensCount);

describe.skipIf(!isInstalled("nginx"))(`three servers behind nginx${reasonToSkip("nginx")}`, () => {
  test("are restarted one after the other: nothing is lost, and every screen is soon back", async () => {
    const port = await startProxy();
    const screens = watchers.map((person) => new Screen(port, person));
    for (const screen of screens) screen.open();
    const allOpen = () => screens.filter(({ isOpen }) => !isOpen).length;
    await expect.poll(allOpen).toBe(0);
    const writers = startWriters(writersCount, () => port);
    await expect.poll(() => writers.acknowledged.size).toBeGreaterThan(100);
    for (let place = 0; place < servers; place += 1) {
      await deployment.restart(place);
      await expect.poll(allOpen, { interval: 50 }).toBe(0);
      const before = writers.acknowledged.size;
      await expect.poll(() => writers.acknowledged.size).toBeGreaterThan(before + 20);
    }
    await writers.stop();
    for (const screen of screens) screen.close();
    const { lost, duplicates } = await compare(deployment.folder, writers);
    const longestAwayMs = Math.max(...screens.map((screen) => screen.longestAwayMs));
    print("rolling restart of three servers behind nginx", {
      requests: writers.acknowledged.size,
      lost,
      duplicates,
      refused: writers.countRefused(),
      "refused for (ms)": Math.round(writers.longestRefusedMs()),
      "slowest answer (ms)": Math.round(writers.slowestMs()),
      "screens back after (ms)": Math.round(longestAwayMs),
    });
    expect({ lost, duplicates }).toEqual({ lost: 0, duplicates: 0 });
    expect(writers.longestRefusedMs()).toBeLessThan(maxRefusedMs);
    expect(longestAwayMs).toBeGreaterThan(0);
    expect(longestAwayMs).toBeLessThan(maxAwayMs);
  });

  test("enforce a limit together, whichever of them is asked", async () => {
    const port = await startProxy();
    const client = new Client(`http://127.0.0.1:${port}`);
    const body = { username: `Person ${grandmotherOf(0)}`, password: "not the password" };
    const tries = Array.from({ length: loginsPerIp * 2 }, () => client.ask(login, { body }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(loginsPerIp);
    expect(statuses.filter((status) => status === 429)).toHaveLength(loginsPerIp);
  });
});
