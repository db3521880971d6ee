// Phones and tablets as they appear to a page.
import type { Page } from "playwright-core";
import { type WindowOptions, widths } from "./window.ts";

const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0";
const touched = { hasTouch: true, isMobile: true };

export const iPhone: WindowOptions = {
  ...touched,
  width: widths.phone,
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
};

export const android: WindowOptions = {
  ...touched,
  width: widths.phone,
  userAgent:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};

/** Fires the event that Chromium fires when the app can be installed. The person accepts the offer. */
export const offerToInstall = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    dispatchEvent(Object.assign(offer, { prompt: async () => ({ outcome: "accepted" }) }));
  });

/** Acts as if the app had been opened from the home screen. Takes effect with the next page. */
export const pretendInstalled = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.replace("(display-mode: standalone)", "all"));
  });
