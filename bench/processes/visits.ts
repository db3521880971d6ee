// Has people open their homes at a fixed rate and measures each read, also while the server is busy with
// something else.
import { setTimeout as pause } from "node:timers/promises";
import { answer, taskOptions } from "./task.ts";
import { Connection, read as requestFor } from "./wire/connection.ts";

export interface Visits {
  readonly port: number;
  readonly paths: readonly string[];
  /** Numbers of the people who take turns. */
  readonly people: readonly number[];
  readonly perSecond: number;
  /** Visits continue if there is no limit, and a message asks for the results so far. */
  readonly visits?: number;
}

/** Results since the last reply. */
export interface VisitsResult {
  readonly latenciesMs: readonly number[];
  readonly failures: number;
}

const { port, paths, people, perSecond, visits = Number.POSITIVE_INFINITY } = taskOptions<Visits>();
const free: Connection[] = [];
let latenciesMs: number[] = [];
let failures = 0;

/** A read's time includes the wait for a connection. */
async function read(path: string, person: number): Promise<void> {
  const startedAt = performance.now();
  const connection = free.pop() ?? new Connection(port);
  const { status } = await connection.ask(requestFor(path, person));
  latenciesMs.push(performance.now() - startedAt);
  if (status !== 200) failures += 1;
  free.push(connection);
}

function report(): void {
  answer({ latenciesMs, failures } satisfies VisitsResult);
  latenciesMs = [];
  failures = 0;
}

process.on("message", report);
const startedAt = performance.now();
const running = new Set<Promise<unknown>>();
for (let visit = 0; visit < visits; visit++) {
  await pause(Math.max(0, startedAt + (visit * 1000) / perSecond - performance.now()));
  for (const path of paths) {
    const reading = read(path, people[visit % people.length] ?? 1);
    running.add(reading);
    void reading.then(() => running.delete(reading));
  }
}
await Promise.all(running);
report();
process.exit();
