// The unit of ops/ under a systemd that has booted, in a container over this machine's own files. Nothing outside the
// container changes.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isInstalled, reasonToSkip } from "./outside/programs.ts";

const root = join(import.meta.dirname, "../..");
const programs = ["systemd-nspawn", "nsenter", "pg_ctlcluster"];
const clusters = "/etc/postgresql";
const major = existsSync(clusters)
  ? readdirSync(clusters).find((each) => existsSync(join(clusters, each, "main")))
  : undefined;
const canBoot = process.getuid?.() === 0 && isInstalled(...programs) && major !== undefined;
const postgres = `postgresql@${major}-main`;
const port = 4790;

const settings = `PUBLIC_URL=https://porch.example
HOST=127.0.0.1
PORT=${port}
SMTP_URL=smtp://127.0.0.1:2525
MAIL_FROM=porch@porch.example
SUPPORT_EMAIL=help@porch.example
DATABASE_URL="postgresql:///porchlight?host=/run/postgresql&user=porchlight"
`;

/** The machine's own files, with changes that stay in memory. */
class Container {
  readonly #layers = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "porchlight-boot-"));
  readonly #files = join(this.#layers, "files");
  #machine: ChildProcess | undefined;
  #init = 0;

  write(path: string, text: string): void {
    writeFileSync(join(this.#files, path), text);
  }

  async boot(): Promise<void> {
    const [upper, work] = ["upper", "work"].map((name) => join(this.#layers, name));
    for (const folder of [upper, work, this.#files]) mkdirSync(folder ?? "");
    const layers = `lowerdir=/,upperdir=${upper},workdir=${work}`;
    execFileSync("mount", ["-t", "overlay", "overlay", "-o", layers, this.#files]);
    this.write("etc/machine-id", `${randomBytes(16).toString("hex")}\n`);
    this.write("etc/porchlight.env", settings);
    this.write(`etc/postgresql/${major}/main/start.conf`, "manual\n");
    this.write(
      "etc/systemd/system/porchlight.service",
      readFileSync(join(root, "ops/porchlight.service"), "utf8"),
    );
    const options = [
      ...[`--directory=${this.#files}`, `--bind-ro=${root}:/opt/porchlight`, "--private-network"],
      ...[
        "--register=no",
        "--keep-unit",
        "--link-journal=no",
        "--machine=porchlight-proof",
        "--console=pipe",
      ],
    ];
    this.#machine = spawn("systemd-nspawn", [...options, "--boot"], { stdio: "ignore" });
    await vi.waitFor(() => expect(this.#findInit()).toBeGreaterThan(0), { timeout: 30_000 });
    const state = () => this.said("systemctl", "is-system-running");
    await vi.waitFor(() => expect(state()).toMatch(/running|degraded/), { timeout: 120_000, interval: 500 });
  }

  #findInit(): number {
    const pid = this.#machine?.pid;
    if (!pid) return 0;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    this.#init = Number(children.split(" ")[0] ?? 0);
    return this.#init;
  }

  #enter(command: readonly string[]) {
    return spawnSync("nsenter", ["--all", `--target=${this.#init}`, ...command], { encoding: "utf8" });
  }

  said(...command: string[]): string {
    const { stdout, stderr } = this.#enter(command);
    return stdout + stderr;
  }

  run(...command: string[]): void {
    const { status, stdout, stderr } = this.#enter(command);
    expect({ command, status, said: stdout + stderr }).toMatchObject({ status: 0 });
  }

  /** The status and the answer of a health check, or "no answer". */
  health(path: string): string {
    const script = `fetch("http://127.0.0.1:${port}${path}").then(async (answer) => console.log(answer.status, await answer.text()), () => console.log("no answer"))`;
    return this.said("/opt/porchlight/node_modules/node/bin/node", "-e", script).trim();
  }

  restarts(): number {
    return Number(this.said("systemctl", "show", "--value", "--property=NRestarts", "porchlight"));
  }

  journal(): string {
    return this.said("journalctl", "--unit=porchlight", "--output=cat", "--no-pager");
  }

  async end(): Promise<void> {
    if (this.#machine && this.#machine.exitCode === null) {
      const ended = once(this.#machine, "exit");
      this.#machine.kill("SIGTERM");
      const late = setTimeout(() => this.#machine?.kill("SIGTERM"), 20_000);
      await ended;
      clearTimeout(late);
    }
    spawnSync("umount", ["--lazy", this.#files]);
    rmSync(this.#layers, { recursive: true, force: true });
  }
}

const timeout = 240_000;
const waiting = '503 {"status":"not ready","reason":"The database does not answer yet."}';
const ready = '200 {"status":"ready"}';

describe.skipIf(!canBoot)(`a booted systemd${reasonToSkip(...programs)}`, { timeout }, () => {
  const container = new Container();
  const until = (health: string) =>
    expect.poll(() => container.health("/readyz"), { timeout: 60_000, interval: 500 }).toBe(health);
  beforeAll(() => container.boot(), timeout);
  afterAll(() => container.end(), 60_000);

  test("keeps one server running while PostgreSQL is late, which says so and needs no restart", async () => {
    container.run("systemctl", "start", "porchlight");
    await until(waiting);
    // Before, systemd gave up after five starts in ten seconds.
    await pause(15_000);
    expect(container.health("/healthz")).toBe('200 {"status":"alive"}');
    expect(container.health("/api/auth/options")).toMatch(/^503 \{"message":.*"code":"unavailable"\}$/);
    expect(container.restarts()).toBe(0);
    expect(container.journal()).toContain("the database cannot be used yet; the server waits for it");
  });

  test("starts a server that is refused again and again, until the database lets it in", async () => {
    container.run("systemctl", "start", postgres);
    await expect.poll(() => container.restarts(), { timeout: 120_000, interval: 1_000 }).toBeGreaterThan(6);
    expect(container.journal()).toContain("The database refuses this server.");
    expect(container.journal()).not.toContain("repeated too quickly");
    container.run("runuser", "--user=postgres", "--", "createuser", "porchlight");
    container.run("runuser", "--user=postgres", "--", "createdb", "--owner=porchlight", "porchlight");
    await until(ready);
  });

  test("starts a server before its PostgreSQL, and it serves as soon as that is there", async () => {
    container.run("systemctl", "stop", postgres);
    container.run("systemctl", "restart", "porchlight");
    await until(waiting);
    const before = container.restarts();
    container.run("systemctl", "start", postgres);
    await until(ready);
    expect(container.restarts()).toBe(before);
  });

  test("without libnss-systemd the server says that PostgreSQL cannot recognize it, and what to install", async () => {
    const names = readFileSync("/etc/nsswitch.conf", "utf8");
    container.write("etc/nsswitch.conf", names.replace(/^(passwd:.*?)\s+systemd/m, "$1"));
    container.run("systemctl", "restart", postgres);
    container.run("systemctl", "restart", "porchlight");
    await expect
      .poll(() => container.journal(), { timeout: 60_000, interval: 1_000 })
      .toContain("Please install libnss-systemd (on Debian: apt install libnss-systemd)");
  });
});
