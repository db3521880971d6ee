import { Writable } from "node:stream";
import { pino } from "pino";
import { redact } from "#server/platform/http/log.ts";
import { type ServerOptions, startServer, type TestServer } from "./server.ts";

/** Starts a server that logs at the lowest level, and collects its log lines. */
export async function startLogged(
  options: ServerOptions = {},
): Promise<{ server: TestServer; lines: string[] }> {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return { server: await startServer({ ...options, log: pino({ level: "trace", redact }, stream) }), lines };
}
