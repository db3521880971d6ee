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

const secondsOf = (starts: readonly Porchlight[]): number[] =>
  starts.map(({ startedInMs }) => startedInMs / 1000);

function figure(name: string, starts: readonly Porchlight[], goal = ""): Figure {
  const seconds = secondsOf(starts);
  const cpu = median(starts.map((one) => one.startCpuMs)).toFixed(0);
  const note = `${spread(seconds, 2)} in ${starts.length} starts; ${cpu} ms of CPU`;
  return { name, value: `${median(seconds).toFixed(2)} s`, goal, note };
}

function relativeToFloor(starts: readonly Porchlight[], floor: readonly Porchlight[]): Figure {
  const ratios = secondsOf(starts).map((seconds, round) => seconds / (secondsOf(floor)[round] ?? Number.NaN));
  return {
    name: "the same, relative to the embedded PostgreSQL, pg and bare node:http",
    value: median(ratios).toFixed(2),
    note: `that takes ${median(secondsOf(floor)).toFixed(2)} s`,
  };
}

/** From the start of the process to the first 200 of /readyz. */
export async function startTimes(): Promise<Figure[]> {
  const folder = newFolder();
  const startFloor = () => startOnce(folder, ["node", "bench/processes/start-floor.ts"]);
  await startOnce(folder);
  await startFloor();
  const [later, floor]: [Porchlight[], Porchlight[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    later.push(await startOnce(folder));
    floor.push(await startFloor());
  }
  const byNpm = await repeat(3, () => startOnce(folder, ["npm", "start"]));
  removeFolder(folder);
  return [
    figure("on an empty folder", await repeat(3, startFresh), "1.2 s"),
    figure("on an existing database", later, "0.3 s"),
    relativeToFloor(later, floor),
    figure("the same with npm start", byNpm, "3 s"),
  ];
}
