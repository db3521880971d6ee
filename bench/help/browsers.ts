// What gets from one browser window to another: Rose's pictures, and what her camera sees.
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser.ts";
import { Profile } from "#tests/support/profiles.ts";
import { type Figure, median, milliseconds } from "../figures.ts";
import type { Porchlight } from "../processes/porchlight.ts";
import { openSlowLink, type SlowLink, slow4G } from "../processes/slow-link.ts";
import { readTimes, type SeenTimes, showTimes } from "./camera-times.ts";
import { Household } from "./household.ts";
import { photo } from "./pictures.ts";

/** A request takes six pictures, so this many families are needed. */
const order = { onLoopback: 5, onSlow4G: 2, picturesEach: 6, frames: 600 };

const flags = [
  ...["--no-sandbox", "--disable-gpu"],
  ...["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
];

async function openPage(browser: Browser, url: string, token: string): Promise<Page> {
  const profile = await Profile.create(browser, {});
  profile.page.setDefaultTimeout(60_000);
  await profile.open(url, { token });
  return profile.page;
}

const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Resolves to the moment at which this many pictures are on the page. All windows of a machine have one clock. */
const whenShown = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const images = [...document.querySelectorAll<HTMLImageElement>("[role=log] img[alt^=From]")];
          const shown = images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
          if (shown.length >= wanted) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    count,
  );

/** Resolves to the moment at which the camera gives the next picture to the page. */
const whenTaken = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const take = () => resolve(performance.timeOrigin + performance.now());
        addEventListener("change", take, { capture: true, once: true });
      }),
  );

/** From the camera's picture to the moment at which the helper's window has drawn it, with Rose's tap on "Send". */
async function sendPictures(roses: Page, annas: Page, buffer: Buffer): Promise<number[]> {
  const times: number[] = [];
  for (let count = 1; count <= order.picturesEach; count++) {
    const taken = whenTaken(roses);
    const shown = whenShown(annas, count);
    await roses
      .locator('input[type="file"]')
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await roses.getByRole("button", { name: "Send", exact: true }).click();
    times.push((await shown) - (await taken));
  }
  return times;
}

async function onLoopback(browser: Browser, server: Porchlight, buffer: Buffer): Promise<number[]> {
  const times: number[] = [];
  for (let family = 0; family < order.onLoopback; family++) {
    const { rose, anna } = new Household(server, family);
    const [roses, annas] = await Promise.all(
      [rose, anna].map((token) => openPage(browser, originOf(server.port), token)),
    );
    if (roses && annas) times.push(...(await sendPictures(roses, annas, buffer)));
    await Promise.all([roses?.context().close(), annas?.context().close()]);
  }
  return times;
}

/** The times, and for how long the two links were busy for each picture. Both carry it back at the same time. */
async function onSlow4G(browser: Browser, server: Porchlight, buffer: Buffer) {
  const times: number[] = [];
  const busy: number[] = [];
  for (let place = 0; place < order.onSlow4G; place++) {
    const { rose, anna } = new Household(server, order.onLoopback + place);
    const links: SlowLink[] = [];
    const open = async (token: string) => {
      const link = await openSlowLink(server.port, slow4G);
      links.push(link);
      return await openPage(browser, originOf(link.port), token);
    };
    const [roses, annas] = [await open(rose), await open(anna)];
    for (const page of [roses, annas]) await page.waitForLoadState("networkidle");
    for (const link of links) link.busyMs();
    const measured = await sendPictures(roses, annas, buffer);
    times.push(...measured);
    busy.push(links.reduce((sum, link) => sum + link.busyMs(), 0) / measured.length);
    await Promise.all([roses.context().close(), annas.context().close()]);
    for (const link of links) link.close();
  }
  return { times, busyMs: median(busy) };
}

/**
 * From the drawing of a frame in Rose's window, in place of a camera, to its display in Anna's and in her own. The
 * voices of both go along.
 */
async function lookTogether(browser: Browser, server: Porchlight) {
  const household = new Household(server, order.onLoopback + order.onSlow4G);
  const path = `/video-call/${await household.takeRequest()}`;
  const roses = await openPage(browser, originOf(server.port) + path, household.rose);
  await roses.evaluate(showTimes);
  await roses.getByRole("button", { name: "Start the camera" }).click();
  const annas = await openPage(browser, originOf(server.port) + path, household.anna);
  await annas.getByRole("button", { name: "Look", exact: true }).click();
  await roses.getByText(/sees it\./).waitFor();
  const far = await annas.evaluate(readTimes, order.frames);
  const near = await roses.evaluate(readTimes, order.frames);
  await Promise.all([roses.context().close(), annas.context().close()]);
  return { far, near };
}

const pictureFigures = (where: string, times: readonly number[], note: string): Figure[] => [
  {
    name: `a picture from the camera to the helper's screen ${where}, p50`,
    value: milliseconds(times, 0.5),
    note,
  },
  { name: "the same, p99", value: milliseconds(times, 0.99), note: `${times.length} pictures` },
];

const frameFigures = (where: string, { delays, seconds, size }: SeenTimes): Figure[] => [
  {
    name: `a frame from the camera to ${where}, p50`,
    value: milliseconds(delays, 0.5),
    note: `${size}, ${(delays.length / seconds).toFixed(0)} a second`,
  },
  { name: "the same, p99", value: milliseconds(delays, 0.99), note: `${delays.length} frames` },
];

/** In windows of a real Chromium, so what the devices do is part of it. */
export async function inBrowsers(server: Porchlight): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: flags });
  try {
    const buffer = await photo(4_000, 3_000);
    const loopback = await onLoopback(browser, server, buffer);
    const slow = await onSlow4G(browser, server, buffer);
    const { far, near } = await lookTogether(browser, server);
    return [
      ...pictureFigures(
        "on loopback",
        loopback,
        `${(buffer.length / 1_000_000).toFixed(1)} MB, 12 megapixels`,
      ),
      ...pictureFigures(
        "on slow 4G",
        slow.times,
        `both links together were busy for ${slow.busyMs.toFixed(0)} ms a picture`,
      ),
      ...frameFigures("the helper's screen", far),
      ...frameFigures("one's own screen", near),
    ];
  } finally {
    await browser.close();
  }
}
