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

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a program that ends with this process at the latest. */
export function start(
  name: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; fd?: boolean } = {},
) {
  const stdio = ["ignore", "ignore", "pipe", ...(options.fd ? ["pipe" as const] : [])] as const;
  const child = spawn(name, args, { stdio: [...stdio], env: { ...process.env, ...options.env } });
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
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
