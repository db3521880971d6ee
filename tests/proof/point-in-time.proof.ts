// A database that is set back to a second before a mistake, as docs/operate/point-in-time.md says.
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { start, stop } from "#bench/processes/porchlight.ts";
import { chooseUnprivileged } from "#server/platform/db/unprivileged.ts";
import { freePort } from "#tests/support/free-port.ts";
import { useTextGateway } from "#tests/support/text-providers.ts";
import { print, secondsSince } from "./figures.ts";
import { meetFirstFamily, textsTo } from "./outside/first-family.ts";
import {
  configure,
  isInstalled,
  queryOnce,
  reasonToSkip,
  runProgram,
  temporary,
} from "./outside/programs.ts";

const bin = "/usr/lib/postgresql/15/bin";
const canRun = isInstalled("pgbackrest") && existsSync(join(bin, "postgres"));
const root = join(import.meta.dirname, "../..");

/** The lines in a block of the document that begins with this line. */
function documented(firstLine: string): string {
  const document = readFileSync(join(root, "docs/operate/point-in-time.md"), "utf8");
  const block = [...document.matchAll(/```\w*\n([\s\S]*?)```/g)].find(([, text]) =>
    text?.startsWith(firstLine),
  );
  if (!block?.[1]) throw new Error(`The document has no block that begins with ${firstLine}.`);
  return block[1];
}

/** The arguments of each call of pgBackRest in such a block. */
const commandsIn = (firstLine: string): string[][] =>
  [...documented(firstLine).matchAll(/^sudo -u postgres pgbackrest (.+)$/gm)].map(([, args = ""]) =>
    [...args.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([arg]) => arg.replaceAll('"', "")),
  );

/** A PostgreSQL of Debian with the document's settings. Only its folders and its port differ. */
class ArchivedPostgres {
  readonly #folder = temporary();
  readonly #unprivileged = chooseUnprivileged(this.#folder);
  readonly #config: string;
  readonly #port: number;
  #running: ChildProcess | undefined;

  constructor(port: number) {
    this.#port = port;
    const own = ["log", "lock", "spool"].map((name) => `${name}-path=${this.#pathOf(name)}`);
    this.#config = configure(
      this.#pathOf("pgbackrest.conf"),
      readFileSync(join(root, "ops/pgbackrest.conf"), "utf8"),
      {
        "[global]": ["[global]", ...own].join("\n"),
        "[porchlight]": `[porchlight]\npg1-port=${port}\npg1-socket-path=${this.#folder}\npg1-user=postgres`,
        "/var/lib/pgbackrest": this.#pathOf("repository"),
        "/var/lib/postgresql/15/main": this.#pathOf("main"),
        PASSPHRASE: "porch swing in the evening",
      },
    );
    for (const name of ["repository", "log", "lock", "spool"]) mkdirSync(this.#pathOf(name));
    const options = ["--username=postgres", "--auth=trust", "--locale=C.UTF-8"];
    this.#run(join(bin, "initdb"), ["-D", this.#pathOf("main"), ...options]);
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  #pathOf = (name: string): string => join(this.#folder, name);

  #run(program: string, args: readonly string[]): void {
    const launch = this.#unprivileged(program, args);
    const { uid, gid } = launch.options;
    const { status, stdout, stderr } = spawnSync(launch.command, launch.args, { encoding: "utf8", uid, gid });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  }

  pgBackRest(args: readonly string[]): void {
    this.#run("pgbackrest", [`--config=${this.#config}`, ...args]);
  }

  /** Resolves once it can be written to. */
  async start(): Promise<void> {
    const settings = [...documented("archive_mode").matchAll(/^(\w+) = '?([^'\n]*?)'?$/gm)].map(
      ([, name, value = ""]) =>
        `${name}=${value.replace("pgbackrest ", `pgbackrest --config=${this.#config} `)}`,
    );
    const all = [
      "listen_addresses=127.0.0.1",
      `port=${this.#port}`,
      `unix_socket_directories=${this.#folder}`,
      ...settings,
    ];
    const args = ["-D", this.#pathOf("main"), ...all.flatMap((setting) => ["-c", setting])];
    const launch = this.#unprivileged(join(bin, "postgres"), args);
    const quiet = { ...launch, options: { ...launch.options, stdio: "ignore" as const } };
    this.#running = await runProgram(quiet, this.#port, "SIGINT");
    const canWrite = () =>
      queryOnce<{ is: boolean }>(this.url, "select not pg_is_in_recovery() as is").then(
        ([row]) => row?.is,
        () => false,
      );
    await expect.poll(canWrite).toBe(true);
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    const ended = once(this.#running, "exit");
    this.#running.kill("SIGINT");
    await ended;
  }
}

const texts = useTextGateway();

describe.skipIf(!canRun)(`pgBackRest${reasonToSkip("pgbackrest")}`, () => {
  test("sets the database back to a second before a family was deleted, and the server starts on it", async () => {
    const postgres = new ArchivedPostgres(await freePort());
    const { url } = postgres;
    await postgres.start();
    for (const args of commandsIn("sudo -u postgres pgbackrest --stanza=porchlight stanza-create"))
      postgres.pgBackRest(args);

    const dataDir = temporary();
    const startServer = () => start(dataDir, undefined, { env: { ...textsTo(texts), DATABASE_URL: url } });
    const server = await startServer();
    onTestFinished(() => stop(server));
    await meetFirstFamily(`http://localhost:${server.port}`, texts);
    const families = () => queryOnce<{ name: string }>(url, "select name from families");
    const before = await families();
    expect(before).toHaveLength(1);
    // The second before has to be later than the family.
    await pause(2_100);
    const secondBefore =
      "select to_char(now() at time zone 'UTC' - interval '1 second', 'YYYY-MM-DD HH24:MI:SS+00') as time";
    const [mistake] = await queryOnce<{ time: string }>(url, secondBefore);
    await queryOnce(url, "truncate families cascade");
    expect(await families()).toEqual([]);
    await queryOnce(url, "select pg_switch_wal()");

    await stop(server);
    await postgres.stop();
    const restoredAt = performance.now();
    const [restore = []] = commandsIn("systemctl stop porchlight");
    const isTarget = (arg: string) => arg.startsWith("--target=");
    expect(restore.filter(isTarget)).toHaveLength(1);
    postgres.pgBackRest(restore.map((arg) => (isTarget(arg) ? `--target=${mistake?.time}` : arg)));
    await postgres.start();
    print("point in time", { "restored after (s)": secondsSince(restoredAt) });
    expect(await families()).toEqual(before);
    await stop(await startServer());
  });
});
