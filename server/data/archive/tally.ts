import { createHash } from "node:crypto";

const newline = 0x0a;

function countLines(content: Uint8Array): number {
  let lines = 0;
  for (let at = content.indexOf(newline); at >= 0; at = content.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/** Counts what goes into an archive, and what comes out of it. */
export class Tally {
  readonly #sha256 = createHash("sha256");
  #bytes = 0;
  #lines = 0;

  add(content: Uint8Array): this {
    this.#sha256.update(content);
    this.#bytes += content.length;
    this.#lines += countLines(content);
    return this;
  }

  /** COPY writes a row a line: a line break in a value is escaped. */
  get rows(): number {
    return this.#lines;
  }

  /** Ends the count. */
  get contents(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#sha256.copy().digest("hex") };
  }
}
