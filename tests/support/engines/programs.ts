// The programs of other engines, and those that every journey of a worker shares.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a program, if it is installed. */
export const programNamed = (name: string): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/**
 * Runs a program until its input ends, and then removes its folder. That happens when this process ends, too, even if it is
 * killed.
 */
const untilInputEnds =
  'folder=$1; shift; "$@" < /dev/null & program=$!; cat > /dev/null; kill "$program"; wait "$program"; rm -rf "$folder"';

interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  /** A folder of its own, which is removed when it has ended. */
  readonly folder?: string;
}

/** Starts a program. It ends with its input, or with this process. */
export function start(
  name: string,
  args: readonly string[],
  { env = {}, folder = "" }: Surroundings = {},
): ChildProcess {
  return spawn("sh", ["-c", untilInputEnds, "sh", folder, name, ...args], {
    stdio: ["pipe", "ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
}

/** What a program says, until it matches. */
export function hear(child: ChildProcess, fd: number, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`${child.spawnfile} ended: ${said.slice(-1_000)}`)));
    const stream = child.stdio[fd];
    stream?.on("data", (chunk: Buffer) => {
      said += chunk;
      const found = said.match(pattern);
      if (found) resolve(found[1] ?? found[0]);
    });
  });
}
