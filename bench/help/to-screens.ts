import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { type Figure, megabytes, milliseconds, quantile } from "../figures.ts";
import type { LiveBaseline } from "../processes/live-baseline.ts";
import { databaseUrl, type Porchlight, withDatabase } from "../processes/porchlight.ts";
import type { Screens, ScreensResult } from "../processes/screens.ts";
import { nextMessage, startTask } from "../processes/task.ts";
import { residentOf, watchPeak } from "../processes/usage.ts";
import type { ReconnectResult } from "../processes/wire/screens.ts";
import { createTable, insert } from "./acknowledged.ts";

const order = { screens: 10_000, requests: 200, returning: 1_000 };
const rounds = 5;

interface LiveServer {
  readonly port: number;
  readonly pid: number;
  readonly databaseUrl: string;
}

/** Has a database of its own, because PostgreSQL wakes every listener of a database at each NOTIFY. */
async function startBaseline(folder: string): Promise<LiveServer & { task: ChildProcess }> {
  await withDatabase(folder, (client) => client.query("create database bench_live"));
  const url = (await databaseUrl(folder)).replace("/postgres?", "/bench_live?");
  const baseline: LiveBaseline = { databaseUrl: url, createTable, insert };
  const task = startTask("live-baseline.ts", baseline);
  const { port } = await nextMessage<{ port: number }>(task);
  return { port, pid: task.pid ?? 0, databaseUrl: url, task };
}

/** The open screens of one server, in a second process. */
interface OpenScreens {
  readonly task: ChildProcess;
  readonly open: number;
  /** The server's memory for each live connection. */
  readonly kilobytes: number;
}

async function openScreens({ port, pid, databaseUrl }: LiveServer): Promise<OpenScreens> {
  const task = startTask("screens.ts", { port, databaseUrl, ...order } satisfies Screens);
  // The first tenth warms up: it includes compilation and one-time memory allocations.
  const first = await nextMessage<{ open: number }>(task);
  const before = residentOf(pid);
  const { open } = await nextMessage<{ open: number }>(task);
  await pause(1_000);
  return { task, open, kilobytes: (residentOf(pid) - before) / (open - first.open) };
}

async function ask({ task }: OpenScreens): Promise<ScreensResult> {
  task.send("ask");
  const result = await nextMessage<ScreensResult>(task);
  if (result.failures) throw new Error(`${result.failures} help requests did not reach every screen.`);
  return result;
}

type Times = Omit<ScreensResult, "failures">;

const together = (results: readonly ScreensResult[]): Times => ({
  committedMs: results.flatMap(({ committedMs }) => committedMs),
  notifiedMs: results.flatMap(({ notifiedMs }) => notifiedMs),
  answeredMs: results.flatMap(({ answeredMs }) => answeredMs),
});

/** Both in alternating rounds, so that other load on the machine affects both alike. */
async function askInTurn(ours: OpenScreens, baseline: OpenScreens): Promise<[Times, Times]> {
  const [here, there]: [ScreensResult[], ScreensResult[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    here.push(await ask(ours));
    there.push(await ask(baseline));
  }
  // The first round warms up.
  return [together(here.slice(1)), together(there.slice(1))];
}

function figuresOf(times: Times, baseline: Times, open: number): Figure[] {
  const { committedMs, notifiedMs, answeredMs } = times;
  const fromCommit = notifiedMs.map((notified, index) => notified - (committedMs[index] ?? Number.NaN));
  const note = `${open} live connections open, ${notifiedMs.length} requests`;
  const steps = `committed after ${milliseconds(committedMs, 0.5)}, the sender gets its 201 after ${milliseconds(answeredMs, 0.5)}`;
  const figure = (from: string, values: readonly number[], share: number) => ({
    name: `from ${from} to the last of six screens, p${share * 100}`,
    value: milliseconds(values, share),
  });
  const relative = (share: number) => ({
    name: `the same, relative to bare node:http with INSERT and NOTIFY, p${share * 100}`,
    value: (quantile(notifiedMs, share) / quantile(baseline.notifiedMs, share)).toFixed(2),
    goal: "1.3",
    note: `that takes ${milliseconds(baseline.notifiedMs, share)}`,
  });
  return [
    { ...figure("the commit", fromCommit, 0.5), goal: "0.8 ms", note },
    { ...figure("the commit", fromCommit, 0.99), goal: "3 ms" },
    { ...figure("sending the request", notifiedMs, 0.5), note: steps },
    { ...figure("sending the request", notifiedMs, 0.99), goal: "1000 ms" },
    relative(0.5),
    relative(0.99),
  ];
}

function reconnectFigures({ connectedMs, readMs, requests }: ReconnectResult, peak: number): Figure[] {
  const times = `connected after ${milliseconds(connectedMs, 0.5)} and ${milliseconds(connectedMs, 1)} at most`;
  return [
    {
      name: `${readMs.length} screens that reconnect at once, until up to date, p99`,
      value: milliseconds(readMs, 0.99),
      goal: "1000 ms",
      note: `${times}; ${requests} requests meanwhile, none missed`,
    },
    {
      name: "the server's peak memory with all of them",
      value: megabytes(peak),
      goal: "600 MB",
      note: "RSS",
    },
  ];
}

/**
 * Measures from a help request until the family's last screen is notified, with many other screens connected, beside
 * the least that takes it there.
 */
export async function helpToScreens({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const server = { port, pid: child.pid ?? 0, databaseUrl: await databaseUrl(folder) };
  const memory = watchPeak(() => residentOf(server.pid));
  const ours = await openScreens(server);
  const bare = await startBaseline(folder);
  const baseline = await openScreens(bare);
  const [times, baselineTimes] = await askInTurn(ours, baseline);
  baseline.task.disconnect();
  bare.task.disconnect();
  ours.task.send("reconnect");
  const reconnected = await nextMessage<ReconnectResult>(ours.task);
  if (reconnected.missed) throw new Error(`${reconnected.missed} screens missed a help request.`);
  ours.task.disconnect();
  return [
    ...figuresOf(times, baselineTimes, ours.open),
    ...reconnectFigures(reconnected, memory.stop()),
    {
      name: "memory per live connection",
      value: `${ours.kilobytes.toFixed(1)} kB`,
      goal: "18.5 kB",
      note: `part of the server's RSS; ${baseline.kilobytes.toFixed(1)} kB with bare node:http`,
    },
  ];
}
