// Runs npm run backup, restore and verify, each in its own process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { passphrase } from "./backups.ts";

const main = join(import.meta.dirname, "../../dist-server/main.js");
const peakMemory = join(import.meta.dirname, "peak-memory.ts");

export interface CommandResult {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
  readonly peakMegabytes: number;
}

/** Runs a command with these variables, and no other configuration than the tests' passphrase. */
export async function runDataCommand(
  args: readonly string[],
  given: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const env = {
    ...process.env,
    DATABASE_URL: "",
    NODE_ENV: "production",
    BACKUP_PASSPHRASE: passphrase,
    ...given,
  };
  const child = spawn(process.execPath, ["--import", peakMemory, main, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const [complained = "", peak] = errors.split(/peak memory: (\d+)\n$/);
  return { code: child.exitCode, said, complained, peakMegabytes: Number(peak) };
}
