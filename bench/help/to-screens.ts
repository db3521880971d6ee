import { setTimeout as pause } from "node:timers/promises";
import { type Figure, megabytes, milliseconds } from "../figures.ts";
import { databaseUrl, type Porchlight } from "../processes/porchlight.ts";
import type { Screens, ScreensResult } from "../processes/screens.ts";
import { nextMessage, startTask } from "../processes/task.ts";
import { residentOf, watchPeak } from "../processes/usage.ts";
import type { ReconnectResult } from "../processes/wire/screens.ts";

const order = { screens: 10_000, requests: 800, returning: 1_000 };

function figuresOf({ committedMs, notifiedMs, answeredMs }: ScreensResult, open: number): Figure[] {
  const fromCommit = notifiedMs.map((notified, index) => notified - (committedMs[index] ?? Number.NaN));
  const note = `${open} live connections open, ${notifiedMs.length} requests`;
  const steps = `committed after ${milliseconds(committedMs, 0.5)}, the sender gets its 201 after ${milliseconds(answeredMs, 0.5)}`;
  const figure = (from: string, values: readonly number[], share: number) => ({
    name: `from ${from} to the last of six screens, p${share * 100}`,
    value: milliseconds(values, share),
  });
  return [
    { ...figure("the commit", fromCommit, 0.5), aim: "0.8 ms", note },
    { ...figure("the commit", fromCommit, 0.99), aim: "3 ms" },
    { ...figure("sending the request", notifiedMs, 0.5), note: steps },
    { ...figure("sending the request", notifiedMs, 0.99), aim: "1000 ms" },
  ];
}

function reconnectFigures({ connectedMs, readMs, requests }: ReconnectResult, peak: number): Figure[] {
  const times = `connected after ${milliseconds(connectedMs, 0.5)} and ${milliseconds(connectedMs, 1)} at most`;
  return [
    {
      name: `${readMs.length} screens that reconnect at once, until up to date, p99`,
      value: milliseconds(readMs, 0.99),
      aim: "1000 ms",
      note: `${times}; ${requests} requests meanwhile, none missed`,
    },
    { name: "the server's peak memory with all of them", value: megabytes(peak), aim: "600 MB", note: "RSS" },
  ];
}

/**
 * Measures from a help request until the family's last screen is notified, with many other screens connected.
 */
export async function helpToScreens({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const pid = child.pid ?? 0;
  const memory = watchPeak(() => residentOf(pid));
  const task = startTask("screens.ts", {
    port,
    databaseUrl: await databaseUrl(folder),
    ...order,
  } satisfies Screens);
  // The first tenth warms up: it includes compilation and one-time memory allocations.
  const first = await nextMessage<{ open: number }>(task);
  const before = residentOf(pid);
  const { open } = await nextMessage<{ open: number }>(task);
  await pause(1_000);
  const kilobytes = (residentOf(pid) - before) / (open - first.open);
  task.send("ask");
  const notified = await nextMessage<ScreensResult>(task);
  if (notified.failures) throw new Error(`${notified.failures} help requests did not reach every screen.`);
  task.send("reconnect");
  const reconnected = await nextMessage<ReconnectResult>(task);
  if (reconnected.missed) throw new Error(`${reconnected.missed} screens missed a help request.`);
  return [
    ...figuresOf(notified, open),
    ...reconnectFigures(reconnected, memory.stop()),
    {
      name: "memory per live connection",
      value: `${kilobytes.toFixed(0)} kB`,
      note: "part of the server's RSS",
    },
  ];
}
