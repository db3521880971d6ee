import { setTimeout as pause } from "node:timers/promises";
import { type Figure, median, quantile } from "./figures.ts";
import type { Porchlight } from "./processes/porchlight.ts";
import type { Heard, Screens } from "./processes/screens.ts";
import { answerOf, begin } from "./processes/task.ts";
import { residentOf } from "./processes/usage.ts";

const order = { screens: 2000, requests: 800 };

function figuresOf({ heardMs, answeredMs }: Heard, open: number, kilobytes: number): Figure[] {
  const p = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(1)} ms`;
  return [
    {
      ...{ name: "help to the last of six screens, p50", value: p(heardMs, 0.5), aim: "0.8 ms" },
      note: `${open} live connections open, ${heardMs.length} requests; the sender has its 201 after ${median(answeredMs).toFixed(1)} ms`,
    },
    { name: "help to the last of six screens, p99", value: p(heardMs, 0.99), aim: "3 ms" },
    { name: "memory of a live connection", value: `${kilobytes.toFixed(0)} kB`, note: "of the server's RSS" },
  ];
}

/** A help request, from sending it until the last screen of the family has heard, while many others are open. */
export async function helpToScreens({ port, child }: Porchlight): Promise<Figure[]> {
  const task = begin("screens.ts", { port, ...order } satisfies Screens);
  // The first tenth pays for code that is compiled and memory that is taken once.
  const first = await answerOf<{ open: number }>(task);
  const before = residentOf(child.pid ?? 0);
  const { open } = await answerOf<{ open: number }>(task);
  await pause(1_000);
  const kilobytes = (residentOf(child.pid ?? 0) - before) / (open - first.open);
  task.send("ask");
  const heard = await answerOf<Heard>(task);
  if (heard.failures) throw new Error(`${heard.failures} help requests did not reach every screen.`);
  return figuresOf(heard, open, kilobytes);
}
