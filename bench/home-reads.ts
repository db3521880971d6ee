import { type Figure, median, spread } from "./figures.ts";
import type { Floor, Prepared } from "./processes/floor.ts";
import type { Load, Loaded } from "./processes/load.ts";
import { databaseUrl, type Porchlight } from "./processes/porchlight.ts";
import { answerOf, begin } from "./processes/task.ts";
import { cpuSecondsOf } from "./processes/usage.ts";
import { tokenOf } from "./processes/wire/requests.ts";

/** What the web reads when somebody opens their home. */
export const homePaths = [
  "/api/auth/status",
  "/api/calendar-events",
  "/api/puzzles/active",
  "/api/local-events/active",
  "/api/help-requests",
  "/api/family",
];

const load = { paths: homePaths, people: 300, connections: 24 };
const rounds = 6;
const round = { seconds: 1.5, reads: 1_000_000 };
// By count, so that a slow machine too measures code that the compiler has seen often enough.
const warmUp = { seconds: 12, reads: 12_000 };

/** All that an answer needs beside those that node:http adds itself. */
const needed = ["content-type", "content-length"];

async function preparedAnswer(port: number, path: string): Promise<Prepared> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${tokenOf(2)}` },
  });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  const headers = [...response.headers].filter(([name]) => needed.includes(name)).flat();
  return { headers, body: await response.text() };
}

async function preparedAnswers(port: number): Promise<Floor["answers"]> {
  const answers = await Promise.all(
    homePaths.map(async (path) => [path, await preparedAnswer(port, path)] as const),
  );
  return Object.fromEntries(answers);
}

async function openFloor(floor: Floor) {
  const task = begin("floor.ts", floor);
  const { port } = await answerOf<{ port: number }>(task);
  return { port, pid: task.pid ?? 0, close: () => task.disconnect() };
}

interface Measured {
  readonly perSecond: number;
  /** Of the server's process, for one answer. */
  readonly cpuMicroseconds: number;
}

async function measure({ port, pid }: { port: number; pid: number }, bounds = round): Promise<Measured> {
  const cpuBefore = cpuSecondsOf(pid);
  const task = begin("load.ts", { ...load, ...bounds, port } satisfies Load);
  const { perSecond, answers, failures } = await answerOf<Loaded>(task);
  if (failures) throw new Error(`${failures} reads failed.`);
  return { perSecond, cpuMicroseconds: ((cpuSecondsOf(pid) - cpuBefore) * 1e6) / answers };
}

function compare(name: string, ours: readonly Measured[], theirs: readonly Measured[], aim = ""): Figure {
  const ratios = ours.map(({ perSecond }, index) => perSecond / (theirs[index]?.perSecond ?? Number.NaN));
  const cpu = (all: readonly Measured[]) => median(all.map((one) => one.cpuMicroseconds)).toFixed(0);
  const rate = (all: readonly Measured[]) => median(all.map((one) => one.perSecond)).toFixed(0);
  return {
    ...{ name, value: median(ratios).toFixed(2), aim },
    note: `${spread(ratios, 2)}; ${rate(ours)}/s against ${rate(theirs)}/s, CPU ${cpu(ours)} us against ${cpu(theirs)} us`,
  };
}

/** Round by round in turn, so that whatever else the machine does meets all of them alike. */
export async function homeReads(server: Porchlight, folder: string): Promise<Figure[]> {
  const answers = await preparedAnswers(server.port);
  const bare = await openFloor({ answers });
  const oneStatement = await openFloor({ answers, databaseUrl: await databaseUrl(folder) });
  const candidates = [{ port: server.port, pid: server.child.pid ?? 0 }, bare, oneStatement];
  for (const candidate of candidates) await measure(candidate, warmUp);
  const measured: Measured[][] = [[], [], []];
  for (let count = 0; count < rounds; count++) {
    for (const [index, candidate] of candidates.entries()) measured[index]?.push(await measure(candidate));
  }
  bare.close();
  oneStatement.close();
  const [ours = [], ofBare = [], ofStatement = []] = measured;
  return [
    compare("home read, of bare node:http", ours, ofBare, "0.35"),
    compare("home read, of one statement through pg", ours, ofStatement),
  ];
}
