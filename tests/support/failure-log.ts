// What the servers of this process have logged as errors, so that a test that fails shows the cause of a 500.
import { pino } from "pino";

interface Line {
  readonly msg: string;
  readonly err?: { readonly stack: string };
}

let lines: Line[] = [];

/** Collects errors, and shows nothing. */
export const failureLog = () =>
  pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line)) });

/** Everything that was logged since this was called before. */
export function takeFailures(): string[] {
  const taken = lines.map(({ msg, err }) => [msg, err?.stack].filter(Boolean).join("\n"));
  lines = [];
  return taken;
}
