// For how long each page blocks its main thread while it loads: on slow 4G, with a processor four times slower.
import { type Browser, chromium, type Page } from "playwright-core";
import { findShell } from "#tests/support/browser.ts";
import { Profile, type SignIn } from "#tests/support/profiles.ts";
import { type Figure, median, spread } from "./figures.ts";
import { Household } from "./help/household.ts";
import { type Porchlight, withDatabase } from "./processes/porchlight.ts";
import { openSlowLink, slow4G } from "./processes/slow-link.ts";

const loads = 3;
const slowdown = 4;
/** Only the time that a task takes beyond this blocks, as in Lighthouse. */
const longTaskMs = 50;
const goalMs = 150;

interface PageToLoad extends SignIn {
  readonly name: string;
  readonly path: string;
}

/** The second family has no request for help. */
function pagesOf(server: Porchlight): PageToLoad[] {
  const { rose, anna } = new Household(server, 1);
  const asking = new Household(server, 0);
  return [
    { name: "landing", path: "/" },
    { name: "sign-up", path: "/?signup" },
    { name: "home, Rose", path: "/", token: rose },
    { name: "home, Anna", path: "/", token: anna },
    { name: "home with a request, Rose", path: "/", token: asking.rose },
    { name: "home with a request, Anna", path: "/", token: asking.anna },
    { name: "help", path: "/help", token: rose },
    { name: "Me, Rose", path: "/account", token: rose },
    { name: "Me, Anna", path: "/account", token: anna },
    { name: "panel, Calendar", path: "/admin", token: anna },
    { name: "panel, Events", path: "/admin/events", token: anna },
    { name: "panel, Family", path: "/admin/family", token: anna },
    { name: "panel, Plan", path: "/admin/plan", token: anna },
  ];
}

/** An event of a trace, with its times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The time on the processor, so without the time in which other programs had it. Missing if the trace ended before the task. */
  readonly tdur?: number;
}

/** The milliseconds of each task of the page's main thread since its first content was painted. */
function tasksSincePaint(events: readonly TraceEvent[]): number[] {
  const paint = events.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) throw new Error("The page painted nothing.");
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === "RunTask" && pid === paint.pid && tid === paint.tid && ts + dur > paint.ts,
  );
  return tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : (slowdown * tdur) / 1_000));
}

/** Everything has been shown, and nothing more has arrived for this long. */
const quietMs = 1_500;

const untilQuiet = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (quietMs) => {
      const arrivals = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const last = Math.max(...arrivals.map(({ responseEnd }) => responseEnd));
      return !document.querySelector("[aria-busy=true]") && performance.now() - last > quietMs;
    },
    quietMs,
    { polling: 250 },
  );

async function traceLoad(browser: Browser, page: Page, load: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "loading"] });
  await load();
  await untilQuiet(page);
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

async function loadOnce(browser: Browser, serverPort: number, { path, ...signIn }: PageToLoad) {
  const link = await openSlowLink(serverPort, slow4G);
  const profile = await Profile.create(browser, { viewport: { width: 390, height: 700 } });
  try {
    const load = () => profile.open(`http://127.0.0.1:${link.port}${path}`, signIn);
    const tasks = tasksSincePaint(await traceLoad(browser, profile.page, load));
    const blockingMs = tasks.reduce((sum, taskMs) => sum + Math.max(0, taskMs - longTaskMs), 0);
    return { blockingMs, longestMs: Math.max(...tasks) };
  } finally {
    await profile.close();
    link.close();
  }
}

/**
 * Adds up what the tasks take beyond 50 ms. Each task counts with four times its time on the processor, so that other programs
 * on the machine matter little.
 */
export async function blockingTimes(server: Porchlight, folder: string): Promise<Figure[]> {
  await withDatabase(folder, async (client) => {
    for (const table of ["help_request_receipts", "help_requests"])
      await client.query(`delete from ${table} where family_id = 2`);
  });
  const browser = await chromium.launch({ ...findShell(), args: ["--no-sandbox", "--disable-gpu"] });
  const figures: Figure[] = [];
  try {
    for (const page of pagesOf(server)) {
      const measured = [];
      for (let load = 0; load < loads; load++) measured.push(await loadOnce(browser, server.port, page));
      const blockingMs = measured.map((one) => one.blockingMs);
      const longest = median(measured.map(({ longestMs }) => longestMs)).toFixed(0);
      figures.push({
        name: `blocking time of ${page.name}`,
        value: `${median(blockingMs).toFixed(0)} ms`,
        goal: `${goalMs} ms`,
        note: `${spread(blockingMs, 0)} in ${loads} loads; the longest task takes ${longest} ms`,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}
