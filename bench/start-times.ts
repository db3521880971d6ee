import { type Figure, median, spread } from "./figures.ts";
import { newFolder, type Porchlight, removeFolder, start, stop } from "./processes/porchlight.ts";

async function startOnce(folder: string, command?: string[]): Promise<Porchlight> {
  const server = await start(folder, command);
  await stop(server);
  return server;
}

async function startFresh(): Promise<Porchlight> {
  const folder = newFolder();
  const server = await startOnce(folder);
  removeFolder(folder);
  return server;
}

async function repeat(times: number, measure: () => Promise<Porchlight>): Promise<Porchlight[]> {
  const results: Porchlight[] = [];
  for (let count = 0; count < times; count++) results.push(await measure());
  return results;
}

function figure(name: string, starts: readonly Porchlight[], aim = ""): Figure {
  const seconds = starts.map((one) => one.startedInMs / 1000);
  const cpu = median(starts.map((one) => one.startCpuMs)).toFixed(0);
  const note = `${spread(seconds, 2)} in ${starts.length} starts; ${cpu} ms of CPU`;
  return { name, value: `${median(seconds).toFixed(2)} s`, aim, note };
}

/** From the start of the process to the first 200 of /readyz. */
export async function startTimes(): Promise<Figure[]> {
  const folder = newFolder();
  await startOnce(folder);
  const later = await repeat(7, () => startOnce(folder));
  const byNpm = await repeat(3, () => startOnce(folder, ["npm", "start"]));
  removeFolder(folder);
  return [
    figure("on an empty folder", await repeat(3, startFresh)),
    figure("on an existing database", later, "0.3 s"),
    figure("the same with npm start", byNpm, "3 s"),
  ];
}
