// When a phone and a tablet on a slow network show today's events, and the picture of a hello after them.
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser.ts";
import { Profile } from "#tests/support/profiles.ts";
import { type Figure, median, spread } from "./figures.ts";
import { Household } from "./help/household.ts";
import { photo } from "./photo.ts";
import { type Porchlight, withDatabase } from "./processes/porchlight.ts";
import { openSlowLink, type SlowLink, slow4G } from "./processes/slow-link.ts";
import { grandmotherOf, tokenOf } from "./processes/wire/connection.ts";

/** Each visitor is a new device, which opens home twice. There are this many of each kind. */
const visitors = 7;
const processorSlowdown = 4;

const kinds = {
  phone: { width: 390, height: 844, hasHello: false },
  tablet: { width: 820, height: 1_180, hasHello: false },
  tabletWithHello: { width: 820, height: 1_180, hasHello: true },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];
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

interface PictureShown {
  readonly bytes: number;
  /** From the start of the visit. */
  readonly seconds: number;
}

interface Visits {
  readonly first: Visit;
  readonly returning: Visit;
  readonly picture: PictureShown | undefined;
}

/** Resolves when the picture of the hello is there. */
const whenPictureIsShown = (page: Page): Promise<PictureShown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const image = document.querySelector<HTMLImageElement>("article img");
          const [file] = image?.complete ? performance.getEntriesByName(image.currentSrc) : [];
          if (file instanceof PerformanceResourceTiming)
            resolve({ bytes: file.encodedBodySize, seconds: file.responseEnd / 1000 });
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

async function timed(page: Page, link: SlowLink, visit: () => Promise<unknown>): Promise<Visit> {
  link.busyMs();
  await visit();
  const milliseconds = await page.evaluate(() => window.eventsPainted);
  return { seconds: milliseconds / 1000, linkSeconds: link.busyMs() / 1000 };
}

/** Waits until the service worker has stored the app's files. */
const untilInstalled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready));

async function visitTwice(
  browser: Browser,
  { port }: Porchlight,
  family: number,
  { hasHello, ...viewport }: (typeof kinds)[Kind],
): Promise<Visits> {
  const link = await openSlowLink(port, slow4G);
  const options = { viewport, serviceWorkers: "allow", timezoneId: "America/New_York" } as const;
  const profile = await Profile.create(browser, options);
  const { page } = profile;
  page.setDefaultTimeout(60_000);
  await page.addInitScript(watchEvents);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
  const url = `http://127.0.0.1:${link.port}`;
  const first = await timed(page, link, () => profile.open(url, { token: tokenOf(grandmotherOf(family)) }));
  const picture = hasHello ? await whenPictureIsShown(page) : undefined;
  await untilInstalled(page);
  await page.waitForLoadState("networkidle");
  const returning = await timed(page, link, () => page.reload());
  await profile.close();
  link.close();
  return { first, returning, picture };
}

function figure(name: string, visits: readonly Visit[], goal: string, before = ""): Figure {
  const seconds = visits.map((visit) => visit.seconds);
  const link = median(visits.map(({ linkSeconds }) => linkSeconds)).toFixed(2);
  const note = `${before}${spread(seconds, 2)} in ${visits.length} visits; the link was busy for ${link} s of it`;
  return { name, value: `${median(seconds).toFixed(2)} s`, goal, note };
}

/** Figures of visits with a hello, beside those without one in the same run. */
function beside(name: string, without: readonly Visit[], withHello: readonly Visit[]): Figure {
  const of = (visits: readonly Visit[]) => median(visits.map(({ seconds }) => seconds));
  const ratio = (of(withHello) / of(without)).toFixed(2);
  return figure(name, withHello, `${of(without).toFixed(2)} s`, `${ratio} times that without one; `);
}

function pictureFigure(pictures: readonly PictureShown[]): Figure {
  const kilobytes = median(pictures.map(({ bytes }) => bytes)) / 1000;
  const seconds = median(pictures.map((picture) => picture.seconds)).toFixed(2);
  const note = `${pictures.length} pictures, which were there after ${seconds} s`;
  return {
    name: "the picture of the hello after them",
    value: `${kilobytes.toFixed(0)} KB`,
    goal: "120 KB",
    note,
  };
}

/** In a real Chromium whose processor is slowed down, behind a link of slow 4G. The kinds of devices take turns. */
export async function homePainted(server: Porchlight, folder: string): Promise<Figure[]> {
  // Most homes have no request to show.
  await withDatabase(folder, (client) => client.query("truncate help_requests cascade"));
  const bytes = await photo(1_600, 1_200, 0.7);
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: flags });
  const visits: Record<Kind, Visits[]> = { phone: [], tablet: [], tabletWithHello: [] };
  try {
    for (let visitor = 0; visitor < visitors; visitor++) {
      for (const [place, name] of names.entries()) {
        const family = names.length * visitor + place;
        if (kinds[name].hasHello)
          await new Household(server, family).giveHello({ path: "pictures", type: "image/jpeg", bytes });
        visits[name].push(await visitTwice(browser, server, family, kinds[name]));
      }
    }
  } finally {
    await browser.close();
  }
  const { phone, tablet, tabletWithHello } = visits;
  const first = (all: readonly Visits[]) => all.map((one) => one.first);
  const returning = (all: readonly Visits[]) => all.map((one) => one.returning);
  const name = "home's events painted, slow 4G and a processor four times slower";
  return [
    figure(`${name}, first visit`, first(phone), "1.6 s"),
    figure("the same, returning", returning(phone), "0.8 s"),
    beside("on a tablet with a hello, first visit", first(tablet), first(tabletWithHello)),
    beside("the same, returning", returning(tablet), returning(tabletWithHello)),
    pictureFigure(tabletWithHello.flatMap(({ picture }) => picture ?? [])),
  ];
}
