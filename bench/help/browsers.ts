// What gets from one browser window to another: Rose's pictures, and what her camera sees.
import type { Browser } from "playwright-core";
import {
  familiesBetweenWindows,
  openWindow,
  originOf,
  passedPictures,
  withBrowser,
} from "../between-windows.ts";
import { type Figure, milliseconds } from "../figures.ts";
import { photo } from "../photo.ts";
import type { Porchlight } from "../processes/porchlight.ts";
import { readTimes, type SeenTimes, showTimes } from "./camera-times.ts";
import { Household } from "./household.ts";

const frames = 600;

/**
 * From the drawing of a frame in Rose's window, in place of a camera, to its display in Anna's and in her own. The
 * voices of both go along.
 */
async function lookTogether(browser: Browser, server: Porchlight) {
  const household = new Household(server, familiesBetweenWindows);
  const path = `/video-call/${await household.takeRequest()}`;
  const roses = await openWindow(browser, originOf(server.port) + path, household.rose);
  await roses.evaluate(showTimes);
  await roses.getByRole("button", { name: "Start the camera" }).click();
  const annas = await openWindow(browser, originOf(server.port) + path, household.anna);
  await annas.getByRole("button", { name: "Look", exact: true }).click();
  await roses.getByText(/sees it\./).waitFor();
  const far = await annas.evaluate(readTimes, frames);
  const near = await roses.evaluate(readTimes, frames);
  await Promise.all([roses.context().close(), annas.context().close()]);
  return { far, near };
}

const frameFigures = (where: string, { delays, seconds, size }: SeenTimes): Figure[] => [
  {
    name: `a frame from the camera to ${where}, p50`,
    value: milliseconds(delays, 0.5),
    note: `${size}, ${(delays.length / seconds).toFixed(0)} a second`,
  },
  { name: "the same, p99", value: milliseconds(delays, 0.99), note: `${delays.length} frames` },
];

/** In windows of a real Chromium, so what the devices do is part of it. */
export const inBrowsers = (server: Porchlight): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const passed = await passedPictures(browser, server, {
      name: "a picture from the camera to the helper's screen",
      passing: { from: "rose", to: "anna", shownAs: "[role=log] img[alt^=From]" },
      buffer: await photo(4_000, 3_000),
    });
    const { far, near } = await lookTogether(browser, server);
    return [
      ...passed,
      ...frameFigures("the helper's screen", far),
      ...frameFigures("one's own screen", near),
    ];
  });
