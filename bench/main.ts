// Prints all figures, or only the named sections: `npm run bench reads screens`. A number is the gigabytes of pictures that
// `backups` makes. docs/contribute/performance.md says what each measures and how long it takes. Fails only when something is broken.
import { measureBundle } from "#tests/support/bundle.ts";
import { backups } from "./backups.ts";
import { blockingTimes } from "./blocking-time.ts";
import { imports, recurringDay, refreshing } from "./calendars.ts";
import { commits } from "./commits.ts";
import { type Figure, printTable } from "./figures.ts";
import { growth } from "./growth.ts";
import { hellos } from "./hellos.ts";
import { acknowledged } from "./help/acknowledged.ts";
import { inBrowsers } from "./help/browsers.ts";
import { pictures } from "./help/pictures.ts";
import { helpToPhones } from "./help/to-phones.ts";
import { helpToScreens } from "./help/to-screens.ts";
import { homePainted } from "./home-painted.ts";
import { homeReads, wholeHomes } from "./home-reads.ts";
import { idleMemory } from "./memory.ts";
import {
  newFolder,
  type Porchlight,
  removeFolder,
  seedFamilies,
  start,
  stop,
} from "./processes/porchlight.ts";
import { startTimes } from "./start-times.ts";
import { town } from "./town.ts";

function downloads(): Figure[] {
  const { landingPage, homeScripts, largestLazyPage, styles, serviceWorker } = measureBundle("dist");
  const figure = (name: string, bytes: number, goal: number) => {
    if (!(bytes > 0)) throw new Error(`There is nothing to measure for: ${name}.`);
    return { name, value: `${(bytes / 1000).toFixed(1)} KB`, goal: `${goal} KB` };
  };
  return [
    figure("landing, the page itself", landingPage, 12),
    figure("signed-in home, scripts", homeScripts, 115),
    figure("largest lazy page", largestLazyPage, 60),
    figure("all styles", styles, 16),
    figure("service worker", serviceWorker, 30),
  ];
}

/** Starts a server with that many families in its database. */
async function withFamilies(
  measure: (server: Porchlight, folder: string) => Promise<Figure[]>,
  families = 400,
  env = {},
): Promise<Figure[]> {
  const folder = newFolder();
  const server = await start(folder, undefined, { env });
  try {
    await seedFamilies(folder, families);
    return await measure(server, folder);
  } finally {
    await stop(server);
    removeFolder(folder);
  }
}

/** Turns off the sandbox's stand-ins, because they record everything that they are sent. */
const withoutSandbox = { SANDBOX: "off", REACH_LOOPBACK: "on" };

const sections: Record<string, () => Figure[] | Promise<Figure[]>> = {
  downloads,
  start: startTimes,
  memory: idleMemory,
  acknowledged: () => withFamilies(acknowledged),
  screens: () => withFamilies(helpToScreens, 1_700),
  phones: () => withFamilies(helpToPhones, 1_100, withoutSandbox),
  pictures: () => withFamilies(pictures),
  browsers: () => withFamilies(inBrowsers),
  hellos: () => withFamilies(hellos),
  reads: () => withFamilies(homeReads),
  homes: () => withFamilies(wholeHomes),
  painted: () => withFamilies(homePainted),
  imports: () => withFamilies(imports),
  recurring: () => withFamilies(recurringDay),
  commits,
  refreshing: () => withFamilies(refreshing, 1_000),
};

const wanted = process.argv.slice(2);

/** Each takes several minutes. */
const onlyByName: typeof sections = {
  backups: () => backups(wanted.map(Number).find((gigabytes) => gigabytes > 0)),
  blocking: () => withFamilies(blockingTimes, 2, withoutSandbox),
  growth,
  town,
};

for (const [name, measure] of Object.entries({ ...sections, ...onlyByName })) {
  if (wanted.includes(name) || (wanted.length === 0 && name in sections)) printTable(name, await measure());
}
