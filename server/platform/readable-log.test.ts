import { pino } from "pino";
import { expect, it } from "vitest";
import { readableStream } from "./readable-log.ts";

it("a line for a terminal has the time, the level, the message and its details, and no JSON", () => {
  const lines: string[] = [];
  const log = pino({}, readableStream({ write: (line) => lines.push(line) }));
  log.info({ reqId: 7, method: "GET", route: "/api/family", status: 200, ms: 3.1 }, "answered");
  log.error({ err: new Error("The disk is full.") }, "could not save");
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}answered: GET \/api\/family 200 3\.1\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d error could not save: \nError: The disk is full\.\n {4}at /);
});
