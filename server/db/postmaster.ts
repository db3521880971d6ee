import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";

// Small on purpose: a family's server is a small machine.
const settings = {
  max_connections: "60",
  shared_buffers: "48MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  autovacuum_max_workers: "2",
  // A NOTIFY and a commit wait for no worker that nobody uses here.
  max_parallel_workers: "0",
  io_method: "sync",
  // An error's text can quote a phone number; the server's own log names the error without it.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** The process that postmaster.pid names, if it lives. */
export function runningPid({ folder }: Cluster): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

export const forgetPid = ({ folder }: Cluster): void =>
  rmSync(join(folder, "postmaster.pid"), { force: true });

/** Starts a postmaster that outlives a Ctrl-C meant for the server, which stops it in its own time. */
export function startPostmaster(cluster: Cluster): void {
  const { folder, binaries, unprivileged, listenArgs } = cluster;
  const tuned = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { command, args, options } = unprivileged(binaries.postgres, ["-D", folder, ...listenArgs, ...tuned]);
  // A file and not a pipe: a pipe would break under a postmaster whose server was killed.
  const log = openSync(`${folder}.log`, "a", 0o600);
  const child = spawn(command, args, { ...options, detached: true, stdio: ["ignore", log, log] });
  child.on("error", () => {});
  child.unref();
  closeSync(log);
}

/** Fast shutdown: sessions are cut, everything is written. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = runningPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, "SIGINT");
  while (runningPid(cluster) === pid) await pause(10);
}
