import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

// Set by the outer test run. They would change the behavior of React's build and of the inner test run.
const fromOuterRun = /^(VITEST.*|NODE_ENV|MODE|DEV|PROD|SSR|TEST|BASE_URL)$/;

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !fromOuterRun.test(name)));

/** Runs a program to completion and returns its exit code and everything it printed. */
export async function runProgram(folder: string, command: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(command, args, { cwd: folder, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => printed.push(chunk));
  const [code] = await once(child, "close");
  return { code, output: Buffer.concat(printed).toString("utf8") };
}

/** The last lines of the output usually say why a program failed. */
export const endOf = ({ output }: Ended): string => output.trimEnd().split("\n").slice(-30).join("\n");
