import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { readPassphrase } from "./passphrase.ts";

/** A terminal on which somebody types these lines, one for each question. */
function terminalWith(lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const typed = [...lines];
  output.on("data", (shown) => {
    if (!String(shown).includes(":")) return;
    const line = typed.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\r`);
  });
  return { input, output };
}

describe("the passphrase", () => {
  test("is the configured one, without a question", async () => {
    expect(await readPassphrase("configured", terminalWith([]), { isNew: true })).toBe("configured");
  });

  test("is asked for twice for a new backup, and what is typed is not shown", async () => {
    const terminal = terminalWith(["porch swing", "porch swing"]);
    const shown = text(terminal.output);
    expect(await readPassphrase(undefined, terminal, { isNew: true })).toBe("porch swing");
    terminal.output.end();
    expect(await shown).toBe("  A passphrase for this backup: \n  The same again: \n");
  });

  test("is hidden from the moment that the question is there", async () => {
    const terminal = terminalWith(["porch swing"]);
    let isHidden = false;
    const setRawMode = (isRaw: boolean) => {
      isHidden = isRaw;
    };
    const input = Object.assign(terminal.input, { setRawMode });
    const hidden: boolean[] = [];
    terminal.output.on("data", (shown) => String(shown).includes(":") && hidden.push(isHidden));
    await readPassphrase(undefined, { ...terminal, input }, { isNew: false });
    expect(hidden).toEqual([true]);
  });

  test("is asked for once to open a backup", async () => {
    expect(await readPassphrase(undefined, terminalWith(["porch swing"]), { isNew: false })).toBe(
      "porch swing",
    );
  });

  test("is refused when the two differ", async () => {
    const answered = readPassphrase(undefined, terminalWith(["porch swing", "porch swim"]), { isNew: true });
    await expect(answered).rejects.toThrow("The two passphrases don't match. Please start again.");
  });

  test.each([[[""]], [[]]])("is refused when nothing is entered: %j", async (lines) => {
    const answered = readPassphrase(undefined, terminalWith(lines), { isNew: true });
    await expect(answered).rejects.toThrow("No passphrase was entered.");
  });

  test("is refused where nobody can be asked", async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const words = "There is no terminal to ask for the passphrase. Please set BACKUP_PASSPHRASE.";
    await expect(readPassphrase(undefined, terminal, { isNew: false })).rejects.toThrow(words);
  });
});
