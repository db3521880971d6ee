// Servers on one database, each in its own process, with all providers on this machine.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import {
  kill,
  newFolder,
  type Porchlight,
  removeFolder,
  seedFamilies,
  start,
  stop,
  withDatabase,
} from "#bench/processes/porchlight.ts";
import { type Embedded, startEmbedded } from "#server/platform/db/embedded.ts";
import { Providers } from "./providers.ts";

const command = ["node", "--import", import.meta.resolve("./preload.ts"), "dist-server/main.js"];

/** Gives everybody of `seedFamilies` an e-mail address and a topic of ntfy. */
const addAddresses = `update people set email = 'person-' || id || '@example.com';
  insert into ntfy_topics (person_id, topic, created_at) select id, 'porchlight-' || id, now() from people`;

export class Deployment {
  readonly providers = new Providers();
  readonly #servers: Porchlight[] = [];
  readonly #settings: Readonly<Record<string, string>>;
  #database: Embedded | undefined;
  #folder = "";

  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
  }

  get folder(): string {
    return this.#folder;
  }

  port(place = 0): number {
    return this.#at(place).port;
  }

  async open(servers: number): Promise<void> {
    this.#folder = newFolder();
    await this.providers.open();
    this.providers.serverPort = () => this.#runningPort();
    this.#database = await startEmbedded(this.folder);
    for (let place = 0; place < servers; place += 1) await this.start(place);
    await seedFamilies(this.folder);
    await withDatabase(this.folder, (client) => client.query(addAddresses));
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map(stop));
    await this.#database?.stop();
    await this.providers.close();
    removeFolder(this.folder);
  }

  /** `port` is set for a server whose port proxies know. */
  async start(place: number, port?: number): Promise<void> {
    const env = {
      ...this.providers.env,
      DATABASE_URL: this.#database?.url ?? "",
      CLOCK_FILE: this.#clockFile,
      ...this.#settings,
    };
    this.#servers[place] = await start(this.folder, command, { env, ...(port && { port }) });
  }

  /** Stops a server as an update does, and starts it again on its port. */
  async restart(place: number): Promise<void> {
    const server = this.#at(place);
    await stop(server);
    await this.start(place, server.port);
  }

  kill = (place: number): Promise<void> => kill(this.#at(place));

  signal(place: number, signal: NodeJS.Signals): void {
    const { pid } = this.#at(place).child;
    if (pid) process.kill(pid, signal);
  }

  /** Moves the first server's clock while it runs, by this much from real time. */
  async moveClock(milliseconds: number): Promise<void> {
    await writeFile(this.#clockFile, String(milliseconds));
    this.signal(0, "SIGUSR2");
    // The server deletes the file once it has read it.
    await expect.poll(() => existsSync(this.#clockFile)).toBe(false);
  }

  /** Restarts the first server with a clock that differs from real time by this much. */
  async startAt(milliseconds: number): Promise<void> {
    await this.kill(0);
    await writeFile(this.#clockFile, String(milliseconds));
    await this.start(0);
  }

  /** A proxy would lead the providers to a server that runs. */
  #runningPort(): number {
    const running = this.#servers.find(({ child }) => child.exitCode === null && child.signalCode === null);
    return running?.port ?? 0;
  }

  get #clockFile(): string {
    return join(this.folder, "clock");
  }

  #at(place: number): Porchlight {
    const server = this.#servers[place];
    if (!server) throw new Error("This server was not started.");
    return server;
  }
}

export function useDeployment(servers = 1, settings: Readonly<Record<string, string>> = {}): Deployment {
  const deployment = new Deployment(settings);
  beforeAll(() => deployment.open(servers));
  afterAll(() => deployment.close());
  return deployment;
}
