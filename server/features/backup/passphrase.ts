import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Refused } from "#server/features/personal-data/refusals.ts";

/** A terminal, or its stand-in in tests. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Reads a line without showing it. */
async function ask(question: string, { input, output }: Terminal): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The terminal stops showing what is typed here, so that the question comes after it.
  const lines = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => reject(new Refused("No passphrase was entered.")));
      output.write(question);
    });
  } finally {
    lines.close();
    output.write("\n");
  }
}

/**
 * Returns the configured passphrase, or asks for one. For a new archive it asks twice, because nobody sees what they
 * type.
 */
export async function readPassphrase(
  configured: string | undefined,
  terminal: Terminal,
  { isNew }: { isNew: boolean },
): Promise<string> {
  if (configured) return configured;
  if (terminal.input.isTTY !== true)
    throw new Refused("There is no terminal to ask for the passphrase. Please set BACKUP_PASSPHRASE.");
  const passphrase = await ask(
    isNew ? "  A passphrase for this backup: " : "  The passphrase of this backup: ",
    terminal,
  );
  if (!passphrase) throw new Refused("No passphrase was entered.");
  if (isNew && (await ask("  The same again: ", terminal)) !== passphrase)
    throw new Refused("The two passphrases don't match. Please start again.");
  return passphrase;
}
