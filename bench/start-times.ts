import { type Figure, median, spread } from "./figures.ts";
import { newFolder, removeFolder, start, stop } from "./processes/porchlight.ts";

const npmStart = ["npm", "start"];

async function startOnce(folder: string, command?: string[]): Promise<number> {
  const server = await start(folder, command);
  await stop(server);
  return server.startedInMs / 1000;
}

async function startFresh(): Promise<number> {
  const folder = newFolder();
  const seconds = await startOnce(folder);
  removeFolder(folder);
  return seconds;
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let round = 0; round < times; round++) results.push(await measure());
  return results;
}

const figure = (name: string, seconds: readonly number[], aim = ""): Figure => ({
  name,
  value: `${median(seconds).toFixed(2)} s`,
  aim,
  note: `${spread(seconds, 2)}, ${seconds.length} starts`,
});

/** From the start of the process to the first 200 of /readyz. */
export async function startTimes(): Promise<Figure[]> {
  const folder = newFolder();
  const fresh = await repeat(3, startFresh);
  await startOnce(folder);
  const later = await repeat(7, () => startOnce(folder));
  const byNpm = await repeat(3, () => startOnce(folder, npmStart));
  removeFolder(folder);
  return [
    figure("start on an empty folder", fresh),
    figure("start on an existing database", later, "0.3 s"),
    figure("the same by npm start", byNpm, "3 s"),
  ];
}
