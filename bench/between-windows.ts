// How long a picture takes from the camera of one browser window to the screen of another.
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser.ts";
import { Profile } from "#tests/support/profiles.ts";
import { type Figure, median, milliseconds } from "./figures.ts";
import { Household } from "./help/household.ts";
import type { Porchlight } from "./processes/porchlight.ts";
import { openSlowLink, type SlowLink, slow4G } from "./processes/slow-link.ts";

const families = { onLoopback: 5, onSlow4G: 2 };
/** A request takes no more. */
const picturesEach = 6;

/** How many families of `families.sql` take part. */
export const familiesBetweenWindows = families.onLoopback + families.onSlow4G;

const flags = [
  ...["--no-sandbox", "--disable-gpu"],
  ...["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
];

/** With a camera and a microphone that nobody has to allow. */
export async function withBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: flags });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

export async function openWindow(browser: Browser, url: string, token: string): Promise<Page> {
  const profile = await Profile.create(browser, {});
  profile.page.setDefaultTimeout(60_000);
  await profile.open(url, { token });
  return profile.page;
}

interface Passing {
  readonly from: "rose" | "anna";
  readonly to: "rose" | "anna";
  /** Where the other window shows it, as a selector. */
  readonly shownAs: string;
}

/** Resolves to the moment at which a picture that was not there is on the page. All windows of a machine have one clock. */
const whenShown = (page: Page, selector: string): Promise<number> =>
  page.evaluate((shownAs) => {
    const images = () => [...document.querySelectorAll<HTMLImageElement>(shownAs)];
    const former = images().map(({ src }) => src);
    return new Promise<number>((resolve) => {
      const isNew = ({ complete, naturalWidth, src }: HTMLImageElement) =>
        complete && naturalWidth > 0 && !former.includes(src);
      const look = () => {
        if (images().some(isNew)) resolve(performance.timeOrigin + performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
  }, selector);

/** Resolves to the moment at which the camera gives the next picture to the page. */
const whenTaken = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const take = () => resolve(performance.timeOrigin + performance.now());
        addEventListener("change", take, { capture: true, once: true });
      }),
  );

/** From the camera's picture to the moment at which the other window has drawn it, with the tap on "Send". */
async function pass(giving: Page, looking: Page, shownAs: string, buffer: Buffer): Promise<number[]> {
  const times: number[] = [];
  const take = async () => {
    await giving
      .locator('input[type="file"]')
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await giving.getByRole("button", { name: "Send", exact: true }).click();
  };
  for (let count = 0; count < picturesEach; count++) {
    const [taken, shown] = await Promise.all([whenTaken(giving), whenShown(looking, shownAs), take()]);
    times.push(shown - taken);
  }
  return times;
}

/** The two windows of one family, each with its own connection. */
async function passInFamily(
  browser: Browser,
  household: Household,
  ports: readonly [number, number],
  { from, to, shownAs, buffer }: Passing & { buffer: Buffer },
  whenReady = () => {},
): Promise<number[]> {
  const open = (port: number, who: Passing["from"]) => openWindow(browser, originOf(port), household[who]);
  const [giving, looking] = [await open(ports[0], from), await open(ports[1], to)];
  for (const page of [giving, looking]) await page.waitForLoadState("networkidle");
  whenReady();
  const times = await pass(giving, looking, shownAs, buffer);
  for (const page of [giving, looking]) await page.context().close();
  return times;
}

async function onLoopback(browser: Browser, server: Porchlight, passing: Passing & { buffer: Buffer }) {
  const times: number[] = [];
  for (let family = 0; family < families.onLoopback; family++) {
    const household = new Household(server, family);
    times.push(...(await passInFamily(browser, household, [server.port, server.port], passing)));
  }
  return times;
}

/** The times, and for how long the two links were busy for each picture. */
async function onSlow4G(browser: Browser, server: Porchlight, passing: Passing & { buffer: Buffer }) {
  const times: number[] = [];
  const busy: number[] = [];
  for (let place = 0; place < families.onSlow4G; place++) {
    const household = new Household(server, families.onLoopback + place);
    const links: readonly [SlowLink, SlowLink] = [
      await openSlowLink(server.port, slow4G),
      await openSlowLink(server.port, slow4G),
    ];
    const ports = [links[0].port, links[1].port] as const;
    const measured = await passInFamily(browser, household, ports, passing, () => {
      for (const link of links) link.busyMs();
    });
    times.push(...measured);
    busy.push(links.reduce((sum, link) => sum + link.busyMs(), 0) / measured.length);
    for (const link of links) link.close();
  }
  return { times, busyMs: median(busy) };
}

interface Wanted {
  /** Such as "a hello". */
  readonly name: string;
  readonly passing: Passing;
  readonly buffer: Buffer;
  readonly goals?: { readonly onLoopback: string; readonly onSlow4G: string };
}

export async function passedPictures(
  browser: Browser,
  server: Porchlight,
  { name, passing, buffer, goals }: Wanted,
): Promise<Figure[]> {
  const all = { ...passing, buffer };
  const loopback = await onLoopback(browser, server, all);
  const slow = await onSlow4G(browser, server, all);
  const figures = (where: string, times: readonly number[], note: string, goal = ""): Figure[] => [
    { name: `${name} ${where}, p50`, value: milliseconds(times, 0.5), goal, note },
    { name: "the same, p99", value: milliseconds(times, 0.99), note: `${times.length} pictures` },
  ];
  const size = `${(buffer.length / 1_000_000).toFixed(1)} MB, 12 megapixels`;
  const link = `both links together were busy for ${slow.busyMs.toFixed(0)} ms a picture`;
  return [
    ...figures("on loopback", loopback, size, goals?.onLoopback),
    ...figures("on slow 4G", slow.times, link, goals?.onSlow4G),
  ];
}
