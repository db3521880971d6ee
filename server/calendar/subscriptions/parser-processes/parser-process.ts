import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Parsed, ParsingTask } from "../feed-event.ts";
import { Unreadable } from "../unreadable.ts";

export interface ParsingLimits {
  readonly parseMs: number;
  readonly parseMegabytes: number;
}

const program = join(import.meta.dirname, "../parser/main.ts");
const compiled = join(import.meta.dirname, "../../../../node_modules/.cache/parser");
const confinement = ["--permission", "--allow-fs-read=*", `--allow-fs-write=${compiled}`];

/** A process that parses one calendar at a time. It may neither write, connect nor start anything. */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #limits: ParsingLimits;

  private constructor(child: ChildProcess, limits: ParsingLimits) {
    this.#child = child;
    this.#limits = limits;
  }

  static async start(limits: ParsingLimits): Promise<ParserProcess> {
    // The process may write there, but not make it. Without it, it only takes longer.
    await mkdir(compiled, { recursive: true }).catch(() => {});
    const child = fork(program, [String(limits.parseMs)], {
      env: { NODE_COMPILE_CACHE: compiled },
      execArgv: [...confinement, `--max-old-space-size=${limits.parseMegabytes}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Whoever waits for a page comes first, from its first moment.
    if (child.pid) setPriority(child.pid, 19);
    // Whoever waits for an answer hears of it.
    child.on("error", () => {});
    // That it waits for a calendar keeps nobody from ending.
    child.unref();
    child.channel?.unref();
    return new ParserProcess(child, limits);
  }

  /** Whether it lives, and within these limits. */
  isGoodFor({ parseMs, parseMegabytes }: ParsingLimits): boolean {
    const { connected, exitCode, signalCode } = this.#child;
    const isSame = this.#limits.parseMs === parseMs && this.#limits.parseMegabytes === parseMegabytes;
    return isSame && connected && exitCode === null && signalCode === null;
  }

  /** One that ends without an answer was stopped by its own limits, or is by us. */
  async parse(task: ParsingTask): Promise<Parsed> {
    const isAnswered = new AbortController();
    const { signal } = isAnswered;
    const ended = once(this.#child, "exit", { signal }).then(() => {
      throw new Unreadable("complicated");
    });
    const overtime = setTimeout(() => this.end(), this.#limits.parseMs + 1_000);
    try {
      // Gone before it has read everything: how it ended says the rest.
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
