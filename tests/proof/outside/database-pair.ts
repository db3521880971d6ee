// Two PostgreSQLs, one of which is the standby of the other, with the configuration in ops/. Each machine of
// docs/operate/high-availability.md is an address of this machine.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { chooseUnprivileged } from "#server/platform/db/unprivileged.ts";
import { configure, queryOnce, runProgram, temporary } from "./programs.ts";

export const pairPrograms = ["etcd", "patroni", "haproxy"];

const template = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../../ops", name), "utf8");
const passwords = { "FIRST-PASSWORD": "first", "SECOND-PASSWORD": "second" };
/** Patroni gives a machine up after 20 s, and copies or rewinds a whole database afterwards. */
const patience = { timeout: 90_000, interval: 100 };

const hosts = { porch: "11", db1: "21", db2: "22" };
type Name = keyof typeof hosts;
type DatabaseName = Exclude<Name, "porch">;

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

/** A machine with etcd, Patroni and PostgreSQL. */
class DatabaseMachine {
  readonly #folder: string;
  readonly #run: () => Promise<number[]>;
  #programs: number[] = [];

  constructor(folder: string, run: () => Promise<number[]>) {
    this.#folder = folder;
    this.#run = run;
  }

  async start(): Promise<void> {
    this.#programs = await this.#run();
  }

  signal(signal: NodeJS.Signals): void {
    // Patroni is first, because it would start PostgreSQL again.
    signalAll(this.#programs, signal);
    this.signalPostgres(signal);
  }

  signalPostgres(signal: NodeJS.Signals): void {
    const file = join(this.#folder, "patroni/postmaster.pid");
    if (!existsSync(file)) return;
    const postmaster = Number.parseInt(readFileSync(file, "utf8"), 10);
    signalAll([postmaster, ...childrenOf(postmaster)], signal);
  }

  loseData(): void {
    renameSync(join(this.#folder, "patroni"), join(this.#folder, "unreachable"));
  }
}

type Role = "leader" | "sync_standby" | "replica";

export class DatabasePair {
  readonly #folder = temporary();
  readonly #network = `127.${randomInt(1, 255)}.${randomInt(255)}.`;
  readonly #machines: Readonly<Record<DatabaseName, DatabaseMachine>>;

  constructor() {
    const machine = (name: DatabaseName) =>
      new DatabaseMachine(this.#folderOf(name), () =>
        Promise.all([this.#runPatroni(name), this.#runEtcd(name)]),
      );
    this.#machines = { db1: machine("db1"), db2: machine("db2") };
  }

  /** Leads to whichever is the primary. */
  #urlFor(user: string, password: string, database: string): string {
    return `postgresql://${user}:${password}@${this.#addressOf("porch")}:5000/${database}`;
  }

  async start(): Promise<void> {
    onTestFinished(() => {
      for (const name of ["db1", "db2"] as const) this.#machines[name].signal("SIGKILL");
    });
    await Promise.all([
      this.#runEtcd("porch"),
      this.#machines.db1.start(),
      this.#machines.db2.start(),
      this.#runHaproxy(),
    ]);
    await this.untilSynchronous();
  }

  /** Makes the role and the database as the document does, and returns the URL. */
  async createDatabase(): Promise<string> {
    const superuser = this.#urlFor("postgres", passwords["FIRST-PASSWORD"], "postgres");
    await queryOnce(superuser, "create role porchlight login password 'third'");
    await queryOnce(superuser, "create database porchlight owner porchlight");
    return this.#urlFor("porchlight", "third", "porchlight");
  }

  machine = (name: DatabaseName): DatabaseMachine => this.#machines[name];

  /** Resolves once there is a primary, with a standby that has to have what is acknowledged. */
  async untilSynchronous(): Promise<void> {
    await expect
      .poll(() => Object.values(this.#roles()).toSorted(), patience)
      .toEqual(["leader", "sync_standby"]);
  }

  names(): { primary: DatabaseName; standby: DatabaseName } {
    return this.#roles().db1 === "leader"
      ? { primary: "db1", standby: "db2" }
      : { primary: "db2", standby: "db1" };
  }

  /** The running machines, as `patronictl list` shows them. */
  #roles(): Partial<Record<DatabaseName, Role>> {
    const config = join(this.#folderOf("db1"), "config.yml");
    const { stdout } = spawnSync("patronictl", ["-c", config, "list", "--format", "json"], {
      encoding: "utf8",
    });
    const members: { Member: DatabaseName; Role: string; State: string }[] = JSON.parse(stdout || "[]");
    const running = members.filter(({ State }) => State === "running");
    return Object.fromEntries(
      running.map(({ Member, Role }) => [Member, Role.toLowerCase().replace(" ", "_")]),
    );
  }

  #addressOf = (name: Name): string => this.#network + hosts[name];

  #folderOf(name: Name): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** The copy that a machine has of a file in ops/: with its name and its own address. */
  #copyFor(name: Name, file: string): string {
    const own = template(file)
      .replace(/^(name: |ETCD_NAME=)db1$/m, `$1${name}`)
      .replace(/^(.*(?:listen|connect_address|URLS).*10\.0\.0\.)21/gm, `$1${hosts[name]}`);
    const folder = this.#folderOf(name);
    return configure(join(folder, file === "patroni.yml" ? "config.yml" : file), own, {
      ...passwords,
      // A connection to another of this machine's own addresses comes from 127.0.0.1.
      "10.0.0.0/24": "127.0.0.0/8",
      "10.0.0.": this.#network,
      "127.0.0.1:5000": `${this.#addressOf("porch")}:5000`,
      "/var/lib/postgresql": folder,
      "/run/postgresql": folder,
    });
  }

  async #runEtcd(name: Name): Promise<number> {
    const lines = readFileSync(this.#copyFor(name, "etcd.env"), "utf8").matchAll(/^(ETCD_\w+)=(.+)$/gm);
    const env = {
      ...process.env,
      ...Object.fromEntries([...lines].map(([, key, value]) => [key, value])),
      ETCD_DATA_DIR: join(this.#folderOf(name), "etcd"),
    };
    const launch = { command: "etcd", args: [], options: { env, stdio: "ignore" as const } };
    return (await runProgram(launch, 2379, "SIGKILL", this.#addressOf(name))).pid ?? 0;
  }

  async #runPatroni(name: DatabaseName): Promise<number> {
    const unprivileged = chooseUnprivileged(this.#folderOf(name));
    const launch = unprivileged("patroni", [this.#copyFor(name, "patroni.yml")]);
    const quiet = { ...launch, options: { ...launch.options, stdio: "ignore" as const } };
    return (await runProgram(quiet, 8008, "SIGKILL", this.#addressOf(name))).pid ?? 0;
  }

  async #runHaproxy(): Promise<void> {
    const args = ["-f", this.#copyFor("porch", "haproxy.cfg")];
    const launch = { command: "haproxy", args, options: { stdio: "ignore" as const } };
    await runProgram(launch, 5000, "SIGKILL", this.#addressOf("porch"));
  }
}
