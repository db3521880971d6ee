// Runs the server as people do: in its own process, with its own database in its own folder.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { openCluster } from "#server/platform/db/cluster.ts";
import { freePort } from "#tests/support/free-port.ts";
import { cpuSecondsOf } from "./usage.ts";

export interface Porchlight {
  readonly port: number;
  readonly child: ChildProcess;
  /** From the start of the process to the first 200 of /readyz. */
  readonly startedInMs: number;
  /** CPU time of the first process until then. */
  readonly startCpuMs: number;
}

/** One machine plays everybody, so the limits per address and per person must not stop it. */
const unlimited = {
  REQUESTS_PER_SESSION: "999999999",
  HELP_REQUESTS_PER_HOUR: "999999",
  CONNECTIONS_PER_ADDRESS: "99999",
  LIVE_PER_IP: "99999",
};

const startTimeoutMs = 60_000;

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "porchlight-bench-"));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", path: "/readyz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** An open file for the server's log. */
  readonly log?: number;
  /** Set when a proxy has to know the port in advance. Otherwise any free port is used. */
  readonly port?: number;
}

/** Starts `command` on `folder`. The log is always written, but discarded unless a file is given. */
export async function start(
  folder: string,
  command = ["node", "dist-server/main.js"],
  { env, log, port: fixedPort }: StartOptions = {},
): Promise<Porchlight> {
  const port = fixedPort ?? (await freePort());
  const [program = "", ...args] = command;
  const startedAt = performance.now();
  const child = spawn(program === "node" ? process.execPath : program, args, {
    stdio: ["ignore", log ?? "ignore", "inherit"],
    detached: true,
    env: { ...process.env, ...unlimited, DATA_DIR: folder, PORT: String(port), HOST: "127.0.0.1", ...env },
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > startTimeoutMs)
      throw new Error(`${command.join(" ")} did not start.`);
    await pause(3);
  }
  const startedInMs = performance.now() - startedAt;
  return { port, child, startedInMs, startCpuMs: cpuSecondsOf(child.pid ?? 0) * 1000 };
}

/** Ends the process and everything it started in its process group. */
export async function stop({ child }: Porchlight): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  if (child.pid) process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGTERM");
  await ended;
}

export const passphrase = "four words of bench";

/** Runs `backup` or `restore` with a file, beside a running server or without one. */
export async function runCommand(name: "backup" | "restore", file: string, folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase };
  const child = spawn(process.execPath, ["dist-server/main.js", name, file], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${name} ended with code ${code}.`);
}

/** Kills only the server process, as a crash of the machine would. */
export async function kill({ child }: Porchlight): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

export async function databaseUrl(folder: string): Promise<string> {
  return (await openCluster(folder)).url;
}

export async function withDatabase<Result>(
  folder: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: await databaseUrl(folder) });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const familiesSql = readFileSync(join(import.meta.dirname, "../families.sql"), "utf8");

export const seedBy = (client: Client, families = 400): Promise<unknown> =>
  client.query(`set bench.families = ${families}; ${familiesSql}`);

export const seedFamilies = (folder: string, families?: number): Promise<unknown> =>
  withDatabase(folder, (client) => seedBy(client, families));
