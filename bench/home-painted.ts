// When a phone on a slow network shows today's events.
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser.ts";
import { Profile } from "#tests/support/profiles.ts";
import { type Figure, median, spread } from "./figures.ts";
import { type Porchlight, withDatabase } from "./processes/porchlight.ts";
import { openSlowLink, type SlowLink, slow4G } from "./processes/slow-link.ts";
import { grandmotherOf, tokenOf } from "./processes/wire/connection.ts";

/** Each is a new device, which opens home twice. */
const devices = 7;
const processorSlowdown = 4;

const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "allow" } as const;
const flags = ["--no-sandbox", "--disable-gpu"];

declare global {
  interface Window {
    /** Resolves to the milliseconds from the start of the visit until the events of the seeded families were drawn. */
    eventsPainted: Promise<number>;
  }
}

function watchEvents(): void {
  window.eventsPainted = new Promise((resolve) => {
    const look = () => {
      const titles = [...document.querySelectorAll("h3")].map(({ textContent }) => textContent);
      if (!titles.includes("Lunch with the neighbors")) return void requestAnimationFrame(look);
      // The next frame begins when this one, which has the events, is drawn.
      requestAnimationFrame(() => resolve(performance.now()));
    };
    look();
  });
}

interface Visit {
  readonly seconds: number;
  /** For how much of it the link was busy. */
  readonly linkSeconds: number;
}

async function timed(page: Page, link: SlowLink, visit: () => Promise<unknown>): Promise<Visit> {
  link.busyMs();
  await visit();
  const milliseconds = await page.evaluate(() => window.eventsPainted);
  return { seconds: milliseconds / 1000, linkSeconds: link.busyMs() / 1000 };
}

/** Waits until the service worker has stored the app's files. */
const untilInstalled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready));

async function visitTwice(browser: Browser, { port }: Porchlight, family: number): Promise<[Visit, Visit]> {
  const link = await openSlowLink(port, slow4G);
  const profile = await Profile.create(browser, { ...phone, timezoneId: "America/New_York" });
  const { page } = profile;
  page.setDefaultTimeout(60_000);
  await page.addInitScript(watchEvents);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
  const url = `http://127.0.0.1:${link.port}`;
  const first = await timed(page, link, () => profile.open(url, { token: tokenOf(grandmotherOf(family)) }));
  await untilInstalled(page);
  await page.waitForLoadState("networkidle");
  const returning = await timed(page, link, () => page.reload());
  await profile.close();
  link.close();
  return [first, returning];
}

function figure(name: string, visits: readonly Visit[], goal: string): Figure {
  const seconds = visits.map((visit) => visit.seconds);
  const link = median(visits.map(({ linkSeconds }) => linkSeconds)).toFixed(2);
  const note = `${spread(seconds, 2)} in ${visits.length} visits; the link was busy for ${link} s of it`;
  return { name, value: `${median(seconds).toFixed(2)} s`, goal, note };
}

/** In a real Chromium whose processor is slowed down, behind a link of slow 4G. */
export async function homePainted(server: Porchlight, folder: string): Promise<Figure[]> {
  // Most homes have no request to show.
  await withDatabase(folder, (client) => client.query("truncate help_requests cascade"));
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: flags });
  try {
    const visits: [Visit, Visit][] = [];
    for (let family = 0; family < devices; family++) visits.push(await visitTwice(browser, server, family));
    const name = "home's events painted, slow 4G and a processor four times slower";
    return [
      figure(
        `${name}, first visit`,
        visits.map(([first]) => first),
        "1.6 s",
      ),
      figure(
        "the same, returning",
        visits.map(([, returning]) => returning),
        "0.8 s",
      ),
    ];
  } finally {
    await browser.close();
  }
}
