import { setTimeout as pause } from "node:timers/promises";
import { type Figure, median, quantile } from "./figures.ts";
import { serverMemory } from "./memory.ts";
import type { Porchlight } from "./processes/porchlight.ts";
import type { Heard, Screens } from "./processes/screens.ts";
import { answerOf, begin } from "./processes/task.ts";

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
export async function helpToScreens(server: Porchlight): Promise<Figure[]> {
  const before = serverMemory(server);
  const task = begin("screens.ts", { port: server.port, ...order } satisfies Screens);
  const { open } = await answerOf<{ open: number }>(task);
  await pause(1_000);
  const kilobytes = (serverMemory(server) - before) / open;
  task.send("ask");
  const heard = await answerOf<Heard>(task);
  if (heard.failures) throw new Error(`${heard.failures} help requests did not reach every screen.`);
  return figuresOf(heard, open, kilobytes);
}
