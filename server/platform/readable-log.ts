// Log lines for somebody who reads them in a terminal.
import { type DestinationStream, pino } from "pino";

/** These are in every line and tell the reader nothing. */
const hidden = new Set(["level", "time", "pid", "hostname", "msg", "reqId"]);

const shown = (value: unknown): string =>
  typeof value === "object" && value !== null && "stack" in value
    ? `\n${String(value.stack)}`
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** "08:05:12 info  answered: GET /api/family 200 3.1" */
function readableLine(line: string): string {
  const { time, level, msg, ...rest }: Record<string, unknown> = JSON.parse(line);
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const name = (pino.levels.labels[Number(level)] ?? "").padEnd(5);
  const details = Object.entries(rest).flatMap(([key, value]) => (hidden.has(key) ? [] : [shown(value)]));
  return `${clock} ${name} ${[String(msg ?? ""), details.join(" ")].filter(Boolean).join(": ")}\n`;
}

/** Written at once, so that no line comes after something that is printed later. */
export const readableStream = (out: { write: (text: string) => unknown }): DestinationStream => ({
  write: (line) => void out.write(readableLine(line)),
});
