// Prints every figure that we keep an eye on, in about two minutes. Fails only when something is broken.
import { measureBundle } from "#tests/support/bundle.ts";
import { type Figure, printTable } from "./figures.ts";
import { helpToScreens } from "./help-to-screens.ts";
import { homeReads } from "./home-reads.ts";
import { idleMemory } from "./memory.ts";
import { newFolder, removeFolder, settleFamilies, start, stop } from "./processes/porchlight.ts";
import { startTimes } from "./start-times.ts";

function downloads(): Figure[] {
  const { landingPage, homeScripts, largestLazyPage, styles } = measureBundle("dist");
  const figure = (name: string, bytes: number, aim: number) => ({
    ...{ name, value: `${(bytes / 1000).toFixed(1)} KB`, aim: `${aim} KB` },
  });
  return [
    figure("landing, the page itself", landingPage, 12),
    figure("signed-in home, scripts", homeScripts, 90),
    figure("largest lazy page", largestLazyPage, 40),
    figure("all styles", styles, 16),
  ];
}

/** The figures of one server that runs for a while, with 400 families in its database. */
async function underLoad(): Promise<void> {
  const folder = newFolder();
  const server = await start(folder);
  try {
    await settleFamilies(folder);
    printTable("Help and live connections", await helpToScreens(server));
    printTable("Reads (requests per second, as a ratio)", await homeReads(server, folder));
  } finally {
    await stop(server);
    removeFolder(folder);
  }
}

printTable("Downloads (brotli)", downloads());
printTable("Start", await startTimes());
printTable("Memory", await idleMemory());
await underLoad();
