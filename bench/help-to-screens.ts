import { setTimeout as pause } from "node:timers/promises";
import { type Figure, quantile } from "./figures.ts";
import { databaseUrl, type Porchlight } from "./processes/porchlight.ts";
import type { Heard, Screens } from "./processes/screens.ts";
import { answerOf, begin } from "./processes/task.ts";
import { residentOf } from "./processes/usage.ts";

const order = { screens: 2000, requests: 800 };

const milliseconds = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(1)} ms`;

function figuresOf({ committedMs, heardMs, answeredMs }: Heard, open: number): Figure[] {
  const fromCommit = heardMs.map((heard, index) => heard - (committedMs[index] ?? Number.NaN));
  const note = `${open} live connections open, ${heardMs.length} requests`;
  const steps = `committed after ${milliseconds(committedMs, 0.5)}, the sender has its 201 after ${milliseconds(answeredMs, 0.5)}`;
  const p50 = (name: string, values: readonly number[]) => ({
    name: `${name}, p50`,
    value: milliseconds(values, 0.5),
  });
  const p99 = (name: string, values: readonly number[]) => ({
    name: `${name}, p99`,
    value: milliseconds(values, 0.99),
  });
  const last = "to the last of six screens";
  return [
    { ...p50(`from the commit ${last}`, fromCommit), aim: "0.8 ms", note },
    { ...p99(`from the commit ${last}`, fromCommit), aim: "3 ms" },
    { ...p50(`from sending the request ${last}`, heardMs), note: steps },
    p99(`from sending the request ${last}`, heardMs),
  ];
}

/** A help request, until the last screen of the family has heard, while many others are open. */
export async function helpToScreens({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const task = begin("screens.ts", {
    port,
    databaseUrl: await databaseUrl(folder),
    ...order,
  } satisfies Screens);
  // The first tenth pays for code that is compiled and memory that is taken once.
  const first = await answerOf<{ open: number }>(task);
  const before = residentOf(child.pid ?? 0);
  const { open } = await answerOf<{ open: number }>(task);
  await pause(1_000);
  const kilobytes = (residentOf(child.pid ?? 0) - before) / (open - first.open);
  task.send("ask");
  const heard = await answerOf<Heard>(task);
  if (heard.failures) throw new Error(`${heard.failures} help requests did not reach every screen.`);
  return [
    ...figuresOf(heard, open),
    { name: "memory of a live connection", value: `${kilobytes.toFixed(0)} kB`, note: "of the server's RSS" },
  ];
}
