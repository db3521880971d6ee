import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type Figure, median, spread } from "./figures.ts";
import type { Baseline, Prepared } from "./processes/baseline.ts";
import type { Load, LoadResult } from "./processes/load.ts";
import {
  databaseUrl,
  newFolder,
  type Porchlight,
  removeFolder,
  start,
  stop,
} from "./processes/porchlight.ts";
import { nextMessage, startTask } from "./processes/task.ts";
import { cpuSecondsOf } from "./processes/usage.ts";
import { tokenOf } from "./processes/wire/connection.ts";

/** Six of home's lines, each read by its own call. */
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
// The warm-up also counts reads, so that a slow machine measures fully optimized code as well.
const warmUp = { seconds: 12, reads: 12_000 };

/** The headers that an answer needs in addition to those that node:http adds itself. */
const neededHeaders = ["content-type", "content-length"];

async function preparedAnswer(port: number, path: string): Promise<Prepared> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${tokenOf(2)}` },
  });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  const headers = [...response.headers].filter(([name]) => neededHeaders.includes(name)).flat();
  return { headers, body: await response.text() };
}

async function preparedAnswers(port: number): Promise<Baseline["answers"]> {
  const answers = await Promise.all(
    homePaths.map(async (path) => [path, await preparedAnswer(port, path)] as const),
  );
  return Object.fromEntries(answers);
}

async function startBaseline(baseline: Baseline) {
  const task = startTask("baseline.ts", baseline);
  const { port } = await nextMessage<{ port: number }>(task);
  return { port, pid: task.pid ?? 0, close: () => task.disconnect() };
}

interface Measured {
  readonly perSecond: number;
  /** CPU time of the server's process per answer. */
  readonly cpuMicroseconds: number;
}

interface Measurable {
  readonly port: number;
  readonly pid: number;
}

export async function measure(
  { port, pid }: Measurable,
  bounds = round,
  paths: readonly string[] = homePaths,
): Promise<Measured> {
  const cpuBefore = cpuSecondsOf(pid);
  const task = startTask("load.ts", { ...load, ...bounds, paths, port } satisfies Load);
  const { perSecond, answers, failures } = await nextMessage<LoadResult>(task);
  if (failures) throw new Error(`${failures} reads failed.`);
  return { perSecond, cpuMicroseconds: ((cpuSecondsOf(pid) - cpuBefore) * 1e6) / answers };
}

function compare(name: string, ours: readonly Measured[], theirs: readonly Measured[], goal = ""): Figure {
  const ratios = ours.map(({ perSecond }, index) => perSecond / (theirs[index]?.perSecond ?? Number.NaN));
  const cpu = (all: readonly Measured[]) => median(all.map((one) => one.cpuMicroseconds)).toFixed(0);
  const rate = (all: readonly Measured[]) => median(all.map((one) => one.perSecond)).toFixed(0);
  return {
    name,
    value: median(ratios).toFixed(2),
    goal,
    note: `${spread(ratios, 2)}; ${rate(ours)}/s against ${rate(theirs)}/s, CPU ${cpu(ours)} us against ${cpu(theirs)} us`,
  };
}

/**
 * Alternates between the candidates in each round, so that other load on the machine affects all of them
 * alike.
 */
export async function homeReads(server: Porchlight, folder: string): Promise<Figure[]> {
  const answers = await preparedAnswers(server.port);
  const bare = await startBaseline({ answers });
  const oneStatement = await startBaseline({ answers, databaseUrl: await databaseUrl(folder) });
  const candidates = [{ port: server.port, pid: server.child.pid ?? 0 }, bare, oneStatement];
  for (const candidate of candidates) await measure(candidate, warmUp);
  const measured: Measured[][] = [[], [], []];
  for (let count = 0; count < rounds; count++) {
    for (const [index, candidate] of candidates.entries()) measured[index]?.push(await measure(candidate));
  }
  bare.close();
  oneStatement.close();
  const [ours = [], bareRounds = [], statementRounds = []] = measured;
  return [
    compare("home read, relative to bare node:http", ours, bareRounds, "0.35"),
    compare("home read, relative to one statement through pg", ours, statementRounds),
  ];
}

/** The calls that together read everything home shows, one for each line. */
const linePaths = [...homePaths, "/api/reachability", "/api/stale-calendars"];

/** Another server on the same database, which keeps no answer in memory. */
async function startWithoutMemory(folder: string) {
  const ownFolder = newFolder();
  copyFileSync(join(folder, "secret.key"), join(ownFolder, "secret.key"));
  const env = { DATABASE_URL: await databaseUrl(folder), KEPT_ANSWER_MEGABYTES: "0" };
  const server = await start(ownFolder, undefined, { env });
  const close = async () => {
    await stop(server);
    removeFolder(ownFolder);
  };
  return { port: server.port, pid: server.child.pid ?? 0, close };
}

async function measureLines(server: Measurable): Promise<Measured> {
  const { perSecond, cpuMicroseconds } = await measure(server, round, linePaths);
  const { length } = linePaths;
  return { perSecond: perSecond / length, cpuMicroseconds: cpuMicroseconds * length };
}

/**
 * Measures whole homes per second, in alternating rounds: from memory, read in one answer, and with one call for each
 * line.
 */
export async function wholeHomes({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const keeping = { port, pid: child.pid ?? 0 };
  const reading = await startWithoutMemory(folder);
  const bare = await startBaseline({ answers: { "/api/home": await preparedAnswer(port, "/api/home") } });
  const home = ["/api/home"];
  const measured: Record<"kept" | "read" | "byLine" | "bare", Measured[]> = {
    kept: [],
    read: [],
    byLine: [],
    bare: [],
  };
  await measure(reading, { ...warmUp, reads: warmUp.reads / 2 }, [...home, ...linePaths]);
  for (const server of [keeping, bare]) await measure(server, warmUp, home);
  for (let count = 0; count < rounds; count++) {
    measured.kept.push(await measure(keeping, round, home));
    measured.bare.push(await measure(bare, round, home));
    measured.read.push(await measure(reading, round, home));
    measured.byLine.push(await measureLines(reading));
  }
  bare.close();
  await reading.close();
  const { kept, read, byLine } = measured;
  return [
    compare("home from memory, relative to bare node:http", kept, measured.bare, "0.40"),
    compare("home from memory, relative to reading it", kept, read),
    compare("homes in one answer, relative to a call for each line", read, byLine, "2.5"),
  ];
}
