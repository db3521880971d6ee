// People who open their home, so many in a second: how long each read takes, also while the server does something else.
import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { answer, orderOf } from "./task.ts";

export interface Visits {
  readonly port: number;
  readonly paths: readonly string[];
  /** Persons by their numbers, in turn. */
  readonly people: readonly number[];
  readonly perSecond: number;
  readonly visits: number;
}

export interface Visited {
  readonly waitsMs: readonly number[];
  readonly failures: number;
}

const { port, paths, people, perSecond, visits } = orderOf<Visits>();
const free: Connection[] = [];
const waitsMs: number[] = [];
let failures = 0;

/** Each read waits from the moment at which it was due. */
async function read(path: string, person: number): Promise<void> {
  const startedAt = performance.now();
  const connection = free.pop() ?? new Connection(port);
  const status = await connection.ask(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer bench-${person}\r\n\r\n`,
  );
  waitsMs.push(performance.now() - startedAt);
  if (status !== 200) failures += 1;
  free.push(connection);
}

const startedAt = performance.now();
const running: Promise<unknown>[] = [];
for (let visit = 0; visit < visits; visit++) {
  await pause(Math.max(0, startedAt + (visit * 1000) / perSecond - performance.now()));
  running.push(...paths.map((path) => read(path, people[visit % people.length] ?? 1)));
}
await Promise.all(running);
answer({ waitsMs, failures } satisfies Visited);
process.exit();
