// Calendars are parsed in a process of their own, which may neither write, connect nor start anything, and is killed at
// its limits: a rule of a few signs can keep a parser busy for ever.
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pLimit from "p-limit";
import type { Parsed, ParsingTask } from "./feed-event.ts";
import { Unreadable } from "./unreadable.ts";

export interface ParsingLimits {
  readonly parseMs: number;
  readonly parseMegabytes: number;
}

const program = join(import.meta.dirname, "parser/main.ts");
const compiled = join(import.meta.dirname, "../../node_modules/.cache/parser");
const confinement = ["--permission", "--allow-fs-read=*", `--allow-fs-write=${compiled}`];
// 5,000 events with all their words.
const mostOutput = 32 * 1024 * 1024;

const run = promisify(execFile);
const lane = pLimit(2);

function start(task: ParsingTask, { parseMs, parseMegabytes }: ParsingLimits) {
  const args = [...confinement, `--max-old-space-size=${parseMegabytes}`, program, String(parseMs)];
  const running = run(process.execPath, args, {
    env: { NODE_COMPILE_CACHE: compiled },
    maxBuffer: mostOutput,
    timeout: parseMs + 1_000,
    killSignal: "SIGKILL",
  });
  // Whoever waits for a page comes first, from its first moment: starting is most of what it computes.
  if (running.child.pid) setPriority(running.child.pid, 19);
  // Gone before it has read everything: how it ended says the rest.
  running.child.stdin?.on("error", () => {}).end(JSON.stringify(task));
  return running;
}

/** It did not start at all: no fault of the calendar. */
const didNotStart = (error: unknown): boolean => error instanceof Error && "syscall" in error;

export const parseFeed = (task: ParsingTask, limits: ParsingLimits): Promise<Parsed> =>
  lane(async () => {
    try {
      // The process may write there, but not make it. Without it, it only takes longer.
      await mkdir(compiled, { recursive: true }).catch(() => {});
      const { stdout } = await start(task, limits);
      return JSON.parse(stdout);
    } catch (error) {
      throw didNotStart(error) ? error : new Unreadable("complicated", { cause: error });
    }
  });
