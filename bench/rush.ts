// Many families send at once, while somebody else looks at home.
import { type Figure, megabytes, milliseconds, quantile } from "./figures.ts";
import { Household } from "./help/household.ts";
import type { Porchlight } from "./processes/porchlight.ts";
import { residentOf, watchPeak } from "./processes/usage.ts";

/** Returns how long somebody else's home takes to load while the work is done. */
async function homesDuring(household: Household, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const start = performance.now();
    await household.readHome();
    times.push(performance.now() - start);
  }
  await end;
  return times;
}

/** The baseline, because a busy machine slows this down as well. */
export async function quietHomes(household: Household): Promise<number[]> {
  const enough = new Promise((resolve) => setTimeout(resolve, 3_000));
  return await homesDuring(household, enough);
}

interface Rush {
  readonly seconds: number;
  readonly homes: readonly number[];
  readonly before: number;
  readonly peak: number;
}

/** `send` is called for each household at the same moment. */
export async function sendAtOnce(
  server: Porchlight,
  households: readonly Household[],
  send: (household: Household, place: number) => Promise<void>,
): Promise<Rush> {
  const resident = () => residentOf(server.child.pid ?? 0);
  const before = resident();
  const watch = watchPeak(resident);
  const start = performance.now();
  const all = Promise.all(households.map(send));
  const homes = await homesDuring(new Household(server, 0), all);
  return { seconds: (performance.now() - start) / 1000, homes, before, peak: watch.stop() };
}

/** `quiet` are the homes of a machine that is as busy with other work, without the rush. */
export const rushFigures = (
  name: string,
  { seconds, homes, before, peak }: Rush,
  quiet: readonly number[],
  goal = "200 ms",
): Figure[] => [
  { name: `${name}, until all are stored`, value: `${seconds.toFixed(1)} s` },
  {
    name: "home of somebody else meanwhile, p99",
    value: milliseconds(homes, 0.99),
    goal,
    note: `${(quantile(homes, 0.99) / quantile(quiet, 0.99)).toFixed(1)} times that of the quiet server; ${homes.length} homes`,
  },
  { name: "the server's RSS meanwhile", value: megabytes(peak), note: `${megabytes(before)} before` },
];
