// People who open their home, so many in a second: how long each read takes, also while the server does something else.
import { setTimeout as pause } from "node:timers/promises";
import { answer, orderOf } from "./task.ts";
import { Connection } from "./wire/connection.ts";
import { read as requestFor } from "./wire/requests.ts";

export interface Visits {
  readonly port: number;
  readonly paths: readonly string[];
  /** Persons by their numbers, in turn. */
  readonly people: readonly number[];
  readonly perSecond: number;
  /** Without it they go on, and whoever wants to know sends a message. */
  readonly visits?: number;
}

/** Since the last answer. */
export interface Visited {
  readonly waitsMs: readonly number[];
  readonly failures: number;
}

const { port, paths, people, perSecond, visits = Number.POSITIVE_INFINITY } = orderOf<Visits>();
const free: Connection[] = [];
let waitsMs: number[] = [];
let failures = 0;

/** Each read waits from the moment at which it was due. */
async function read(path: string, person: number): Promise<void> {
  const startedAt = performance.now();
  const connection = free.pop() ?? new Connection(port);
  const { status } = await connection.ask(requestFor(path, person));
  waitsMs.push(performance.now() - startedAt);
  if (status !== 200) failures += 1;
  free.push(connection);
}

function tell(): void {
  answer({ waitsMs, failures } satisfies Visited);
  waitsMs = [];
  failures = 0;
}

process.on("message", tell);
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
tell();
process.exit();
