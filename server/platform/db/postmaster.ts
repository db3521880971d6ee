import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Launch } from "./unprivileged.ts";

// These are small, because a family's server is a small machine.
const settings = {
  max_connections: "60",
  shared_buffers: "48MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  autovacuum_max_workers: "2",
  // These workers are not needed here, and commits and NOTIFY would wait for them.
  max_parallel_workers: "0",
  // The text of an error can quote a phone number. Our own log names the error without it.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** New in PostgreSQL 18; an older one does not start with it. */
const settingsFrom18 = { io_method: "sync" };

/** Returns the process that a lock file of PostgreSQL names in its first line, if it lives. */
function livingPid(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, "utf8"), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

/** A postmaster's working directory is the folder of its data. Returns undefined if the system does not say. */
function worksIn(folder: string, pid: number): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return existsSync("/proc/self/cwd") ? false : undefined;
  }
}

/** After a crash of the machine, the pid in the file may belong to another program. */
interface Holder {
  readonly pid: number;
  readonly isPostmaster: boolean | undefined;
}

function holderIn(lockFile: string, folder: string): Holder | undefined {
  const pid = livingPid(lockFile);
  return pid === undefined ? undefined : { pid, isPostmaster: worksIn(folder, pid) };
}

/** Returns the running process that postmaster.pid names. */
export const holderOf = ({ folder }: Cluster): Holder | undefined =>
  holderIn(join(folder, "postmaster.pid"), folder);

/** Returns the pid of a postmaster that runs in the cluster, as far as this system can tell. */
export function runningPid(cluster: Cluster): number | undefined {
  const holder = holderOf(cluster);
  return holder?.isPostmaster === false ? undefined : holder?.pid;
}

/**
 * PostgreSQL refuses to start if its lock files name a living process, unless the pid is in PG_GRANDPARENT_PID. It then
 * still looks for processes that use the memory of the cluster, which it would not do without the file. On Windows it
 * checks only other PostgreSQL processes.
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
 * Starts a postmaster that ignores a Ctrl-C, because the server stops it when it is done. Returns whether it still
 * runs.
 */
export function startPostmaster(cluster: Cluster): () => boolean {
  const { folder, binaries, unprivileged, listenArgs } = cluster;
  const ours = { ...settings, ...(binaries.major >= 18 && settingsFrom18), ...cluster.settings };
  const tuned = Object.entries(ours).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const launch = unprivileged(binaries.postgres, ["-D", folder, ...listenArgs, ...tuned]);
  const { command, args, options } = withoutStrangers(cluster, launch);
  // The output goes to a file, because a pipe would break when the server is killed.
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

/** A fast shutdown ends sessions and writes everything to disk. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = runningPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, "SIGINT");
  while (runningPid(cluster) === pid) await pause(10);
}
