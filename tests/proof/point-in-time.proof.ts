// A database that is set back to a second before a mistake, as docs/operate/point-in-time.md says.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { start, stop } from "#bench/processes/porchlight.ts";
import { chooseUnprivileged, type Launch } from "#server/platform/db/unprivileged.ts";
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

const commandsOf = (block: string, program: string): string[][] =>
  [...block.matchAll(new RegExp(`^sudo -u postgres ${program} (.+)$`, "gm"))].map(([, args = ""]) =>
    [...args.matchAll(/"[^"]*"|[^\s"]+(?:"[^"]*")?/g)].map(([arg]) => arg.replaceAll('"', "")),
  );

const texts = useTextGateway();

describe.skipIf(!canRun)(`pgBackRest${reasonToSkip("pgbackrest")}`, () => {
  test("sets the database back to a second before a family was deleted, and the server starts on it", async () => {
    const folder = temporary();
    const unprivileged = chooseUnprivileged(folder);
    const data = join(folder, "main");
    for (const name of ["repository", "log", "lock", "spool"]) mkdirSync(join(folder, name));
    const paths = ["log", "lock", "spool"].map((name) => `${name}-path=${join(folder, name)}`);
    const port = await freePort();
    const config = configure(
      join(folder, "pgbackrest.conf"),
      readFileSync(join(root, "ops/pgbackrest.conf"), "utf8"),
      {
        "[global]": ["[global]", ...paths].join("\n"),
        "[porchlight]": `[porchlight]\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`,
        "/var/lib/pgbackrest": join(folder, "repository"),
        "/var/lib/postgresql/15/main": data,
        PASSPHRASE: "porch swing in the evening",
      },
    );
    const run = ({ command, args, options }: Launch): string => {
      const { uid, gid } = options;
      const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", uid, gid });
      if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
      return stdout;
    };
    const pgBackRest = (args: readonly string[]): string =>
      run(unprivileged("pgbackrest", [`--config=${config}`, ...args]));
    run(
      unprivileged(join(bin, "initdb"), [
        "-D",
        data,
        "--username=postgres",
        "--auth=trust",
        "--locale=C.UTF-8",
      ]),
    );
    const settings = [...documented("archive_mode").matchAll(/^(\w+) = '?([^'\n]*?)'?$/gm)].flatMap(
      ([, name, value = ""]) => [
        "-c",
        `${name}=${value.replace("pgbackrest ", `pgbackrest --config=${config} `)}`,
      ],
    );
    const startPostgres = () => {
      const listening = ["-c", "listen_addresses=127.0.0.1", "-p", String(port), "-k", folder];
      const launch = unprivileged(join(bin, "postgres"), ["-D", data, ...listening, ...settings]);
      return runProgram({ ...launch, options: { ...launch.options, stdio: "ignore" } }, port, "SIGINT");
    };
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    const ready = () =>
      expect
        .poll(() =>
          queryOnce(url, "select").then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);

    const postgres = await startPostgres();
    await ready();
    for (const args of commandsOf(
      documented("sudo -u postgres pgbackrest --stanza=porchlight stanza-create"),
      "pgbackrest",
    ))
      pgBackRest(args);
    const dataDir = temporary();
    const startServer = () => start(dataDir, undefined, { env: { ...textsTo(texts), DATABASE_URL: url } });
    const server = await startServer();
    onTestFinished(() => stop(server));
    await meetFirstFamily(`http://localhost:${server.port}`, texts);
    const families = () => queryOnce<{ name: string }>(url, "select name from families");
    const before = await families();
    expect(before).toHaveLength(1);
    await pause(1_100);
    const [mistake] = await queryOnce<{ time: string }>(
      url,
      "select to_char(now() at time zone 'UTC' - interval '1 second', 'YYYY-MM-DD HH24:MI:SS+00') as time",
    );
    await queryOnce(url, "truncate families cascade");
    await pause(1_500);
    expect(await families()).toEqual([]);
    await queryOnce(url, "select pg_switch_wal()");

    await stop(server);
    const stopped = new Promise((resolve) => postgres.once("exit", resolve));
    postgres.kill("SIGINT");
    await stopped;
    const startedAt = performance.now();
    const [restore = []] = commandsOf(documented("systemctl stop porchlight"), "pgbackrest");
    pgBackRest(restore.map((arg) => (arg.startsWith("--target=") ? `--target=${mistake?.time}` : arg)));
    await startPostgres();
    await ready();
    await expect
      .poll(async () => (await queryOnce<{ is: boolean }>(url, "select pg_is_in_recovery() as is"))[0]?.is)
      .toBe(false);
    print("point in time", { "restored after (s)": secondsSince(startedAt) });
    expect(await families()).toEqual(before);
    const again = await startServer();
    await stop(again);
  });
});
