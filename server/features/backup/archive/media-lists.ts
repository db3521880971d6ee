// The lists of the files in the media folder that each backup needs. Lines are sorted, so that lists of any length are compared
// line by line.
import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { unfinishedName } from "./file-names.ts";
import { writeNewFile } from "./new-file.ts";

const linesAtOnce = 1_000;

export type AddLine = (line: string) => Promise<void>;

/** Writes a list, which appears under its name only when it is complete. Returns what `fill` does. */
export async function writeList<Result>(
  file: string,
  fill: (add: AddLine) => Promise<Result>,
): Promise<Result> {
  const unfinished = unfinishedName(file);
  try {
    const result = await writeNewFile(unfinished, async (handle) => {
      let lines: string[] = [];
      const flush = async () => {
        await handle.appendFile(lines.map((line) => `${line}\n`).join(""));
        lines = [];
      };
      const filled = await fill(async (line) => {
        if (lines.push(line) >= linesAtOnce) await flush();
      });
      await flush();
      return filled;
    });
    await rename(unfinished, file);
    return result;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, "latin1")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Says of one line after the other, in their order, whether it is in the list. */
export class SortedList {
  readonly #lines: AsyncGenerator<string>;
  #line: string | undefined = "";

  constructor(file: string) {
    this.#lines = linesOf(file);
  }

  async has(line: string): Promise<boolean> {
    while (this.#line !== undefined && this.#line < line) {
      const next = await this.#lines.next();
      this.#line = next.done ? undefined : next.value;
    }
    return this.#line === line;
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}
