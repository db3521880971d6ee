import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Launch } from "./unprivileged.ts";

// Small on purpose: a family's server is a small machine.
const settings = {
  max_connections: "60",
  shared_buffers: "48MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  autovacuum_max_workers: "2",
  // A NOTIFY and a commit wait for no worker that nobody uses here.
  max_parallel_workers: "0",
  // An error's text can quote a phone number; the server's own log names the error without it.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** New in PostgreSQL 18; an older one does not start with it. */
const settingsFrom18 = { io_method: "sync" };

/** The process that a lock file of PostgreSQL names in its first line, if it lives. */
function livingPid(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, "utf8"), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

/** A postmaster works in the folder of its data. Unknown where the system does not tell who works where. */
function worksIn(folder: string, pid: number): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return existsSync("/proc/self/cwd") ? false : undefined;
  }
}

/** After a crash of the machine the pid that is written down may be another program's by now. */
interface Holder {
  readonly pid: number;
  readonly isPostmaster: boolean | undefined;
}

function holderIn(lockFile: string, folder: string): Holder | undefined {
  const pid = livingPid(lockFile);
  return pid === undefined ? undefined : { pid, isPostmaster: worksIn(folder, pid) };
}

/** The living process that postmaster.pid names. */
export const holderOf = ({ folder }: Cluster): Holder | undefined =>
  holderIn(join(folder, "postmaster.pid"), folder);

/** The pid of a postmaster that runs in the cluster, as far as this system tells. */
export function runningPid(cluster: Cluster): number | undefined {
  const holder = holderOf(cluster);
  return holder?.isPostmaster === false ? undefined : holder?.pid;
}

/**
 * PostgreSQL refuses to start where its lock files name a living process. A pid in PG_GRANDPARENT_PID it takes for a
 * leftover; unlike without the file, it still looks for processes that use the memory of the cluster. On Windows it
 * asks only other PostgreSQLs whether they live.
 */
function withoutStrangers(cluster: Cluster, { command, args, options }: Launch): Launch {
  const { folder, socketLock } = cluster;
  if (!socketLock) return { command, args, options };
  if (holderIn(socketLock, folder)?.isPostmaster !== true) rmSync(socketLock, { force: true });
  const holder = holderOf(cluster);
  if (!holder || holder.isPostmaster) return { command, args, options };
  return { command: "env", args: [`PG_GRANDPARENT_PID=${holder.pid}`, command, ...args], options };
}

/**
 * Starts a postmaster that outlives a Ctrl-C meant for the server, which stops it in its own time. Returns whether it
 * still runs.
 */
export function startPostmaster(cluster: Cluster): () => boolean {
  const { folder, binaries, unprivileged, listenArgs } = cluster;
  const ours = { ...settings, ...(binaries.major >= 18 && settingsFrom18) };
  const tuned = Object.entries(ours).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const launch = unprivileged(binaries.postgres, ["-D", folder, ...listenArgs, ...tuned]);
  const { command, args, options } = withoutStrangers(cluster, launch);
  // A file and not a pipe: a pipe would break under a postmaster whose server was killed.
  const log = openSync(`${folder}.log`, "a", 0o600);
  const child = spawn(command, args, { ...options, detached: true, stdio: ["ignore", log, log] });
  let isRunning = true;
  const ended = () => {
    isRunning = false;
  };
  child.on("error", ended).on("exit", ended);
  child.unref();
  closeSync(log);
  return () => isRunning;
}

/** Fast shutdown: sessions are cut, everything is written. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = runningPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, "SIGINT");
  while (runningPid(cluster) === pid) await pause(10);
}
