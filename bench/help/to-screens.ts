import { setTimeout as pause } from "node:timers/promises";
import { type Figure, megabytes, milliseconds } from "../figures.ts";
import { databaseUrl, type Porchlight } from "../processes/porchlight.ts";
import type { Heard, Screens } from "../processes/screens.ts";
import { answerOf, begin } from "../processes/task.ts";
import { residentOf, watchMost } from "../processes/usage.ts";
import type { CameBack } from "../processes/wire/coming-back.ts";

const order = { screens: 10_000, requests: 800, returning: 1_000 };

function figuresOf({ committedMs, heardMs, answeredMs }: Heard, open: number): Figure[] {
  const fromCommit = heardMs.map((heard, index) => heard - (committedMs[index] ?? Number.NaN));
  const note = `${open} live connections open, ${heardMs.length} requests`;
  const steps = `committed after ${milliseconds(committedMs, 0.5)}, the sender has its 201 after ${milliseconds(answeredMs, 0.5)}`;
  const figure = (from: string, values: readonly number[], share: number) => ({
    name: `from ${from} to the last of six screens, p${share * 100}`,
    value: milliseconds(values, share),
  });
  return [
    { ...figure("the commit", fromCommit, 0.5), aim: "0.8 ms", note },
    { ...figure("the commit", fromCommit, 0.99), aim: "3 ms" },
    { ...figure("sending the request", heardMs, 0.5), note: steps },
    { ...figure("sending the request", heardMs, 0.99), aim: "1000 ms" },
  ];
}

function returnOf({ greetedMs, readMs, requests }: CameBack, most: number): Figure[] {
  const times = `greeted after ${milliseconds(greetedMs, 0.5)} and ${milliseconds(greetedMs, 1)} at most`;
  return [
    {
      name: `${readMs.length} screens that come back at once, up to date, p99`,
      value: milliseconds(readMs, 0.99),
      aim: "1000 ms",
      note: `${times}; ${requests} requests meanwhile, missed by none`,
    },
    { name: "the server's memory with all of them", value: megabytes(most), aim: "600 MB", note: "RSS" },
  ];
}

/** A help request, until the last screen of the family has heard, while many others are open. */
export async function helpToScreens({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const pid = child.pid ?? 0;
  const memory = watchMost(() => residentOf(pid));
  const task = begin("screens.ts", {
    port,
    databaseUrl: await databaseUrl(folder),
    ...order,
  } satisfies Screens);
  // The first tenth pays for code that is compiled and memory that is taken once.
  const first = await answerOf<{ open: number }>(task);
  const before = residentOf(pid);
  const { open } = await answerOf<{ open: number }>(task);
  await pause(1_000);
  const kilobytes = (residentOf(pid) - before) / (open - first.open);
  task.send("ask");
  const heard = await answerOf<Heard>(task);
  if (heard.failures) throw new Error(`${heard.failures} help requests did not reach every screen.`);
  task.send("come back");
  const cameBack = await answerOf<CameBack>(task);
  if (cameBack.missed) throw new Error(`${cameBack.missed} screens missed a help request.`);
  return [
    ...figuresOf(heard, open),
    ...returnOf(cameBack, memory.stop()),
    { name: "memory of a live connection", value: `${kilobytes.toFixed(0)} kB`, note: "of the server's RSS" },
  ];
}
