// Calendars are parsed in separate processes, which are killed at their limits: a rule of a few characters can keep a
// parser busy forever. Starting a process costs more than parsing most calendars, so an idle one waits for the next.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { setPriority } from "node:os";
import pLimit from "p-limit";
import { projectFile } from "#server/platform/project-files.ts";
import type { Parsed, ParsingTask } from "./parsed-calendar.ts";
import { Unreadable } from "./unreadable.ts";

export interface ParsingLimits {
  readonly parseMs: number;
  readonly parseMegabytes: number;
}

const program = new URL(import.meta.resolve("#server/features/calendar/subscriptions/parser/main.ts"));
const compiled = projectFile("node_modules/.cache/parser");
const confinement = ["--permission", "--allow-fs-read=*", `--allow-fs-write=${compiled}`];

/** How long a process may take to start on a busy machine. */
const startMs = 30_000;

/** A process that parses one calendar at a time. It may neither write, connect nor start anything. */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #limits: ParsingLimits;

  private constructor(child: ChildProcess, limits: ParsingLimits) {
    this.#child = child;
    this.#limits = limits;
  }

  static async start(limits: ParsingLimits): Promise<ParserProcess> {
    // The process may write to this folder but not create it. Without the folder, it only takes longer.
    await mkdir(compiled, { recursive: true }).catch(() => {});
    const child = fork(program, [String(limits.parseMs)], {
      env: { NODE_COMPILE_CACHE: compiled },
      execArgv: [...confinement, `--max-old-space-size=${limits.parseMegabytes}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Low priority, so that pages are served first.
    if (child.pid) setPriority(child.pid, 19);
    // parse() reports an error when the process ends, so this one needs no handling.
    child.on("error", () => {});
    // A process that waits for a calendar does not keep the server alive.
    child.unref();
    child.channel?.unref();
    return new ParserProcess(child, limits);
  }

  /** Whether it is alive and has these limits. */
  isGoodFor({ parseMs, parseMegabytes }: ParsingLimits): boolean {
    const { connected, exitCode, signalCode } = this.#child;
    const isSame = this.#limits.parseMs === parseMs && this.#limits.parseMegabytes === parseMegabytes;
    return isSame && connected && exitCode === null && signalCode === null;
  }

  /** A process that ends without an answer was stopped by its limits or by us. */
  async parse(task: ParsingTask): Promise<Parsed> {
    const isAnswered = new AbortController();
    const { signal } = isAnswered;
    const ended = once(this.#child, "exit", { signal }).then(() => {
      throw new Unreadable("complicated");
    });
    // The process ends itself at its limits. This is for one that cannot.
    const overtime = setTimeout(() => this.end(), this.#limits.parseMs * 6 + startMs);
    try {
      // Sending fails when the process has already ended. Its exit is handled above.
      this.#child.send(task, () => {});
      const [parsed] = await Promise.race([once(this.#child, "message", { signal }), ended]);
      return parsed;
    } finally {
      clearTimeout(overtime);
      isAnswered.abort();
      ended.catch(() => {});
    }
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}

// An idle process is kept until the next run of the refresh job.
const maxIdleMs = 40_000;

const idle = new Map<ParserProcess, NodeJS.Timeout>();
const lane = pLimit(2);

function keepIdle(parser: ParserProcess): void {
  const endUnused = () => {
    idle.delete(parser);
    parser.end();
  };
  idle.set(parser, setTimeout(endUnused, maxIdleMs).unref());
}

function takeIdle(limits: ParsingLimits): ParserProcess | undefined {
  const parser = idle.keys().find((each) => each.isGoodFor(limits));
  if (!parser) return undefined;
  clearTimeout(idle.get(parser));
  idle.delete(parser);
  return parser;
}

export const parseConfined = (task: ParsingTask, limits: ParsingLimits): Promise<Parsed> =>
  lane(async () => {
    const parser = takeIdle(limits) ?? (await ParserProcess.start(limits));
    try {
      const parsed = await parser.parse(task);
      keepIdle(parser);
      return parsed;
    } catch (error) {
      parser.end();
      throw error;
    }
  });
