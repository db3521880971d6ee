// Windows of the engine that this run is for.
import type { Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { installWorker, withActiveWorker } from "../device.ts";
import { type SignIn, sessionCookieAt } from "../profiles.ts";
import { useWindows, type Windows, widths } from "../window.ts";
import { DrivenWindow } from "./driven-window.ts";
import { engine } from "./engine.ts";
import { FirefoxDriver } from "./firefox.ts";
import { WebKitDriver } from "./webkit.ts";
import type { Window } from "./window.ts";

export interface EngineWindowOptions extends SignIn {
  width?: number;
  timezoneId?: string;
  /** The device was here before: its first page already begins with an active service worker. */
  hasWorker?: boolean;
  /** Pages hear a made-up sound, without asking whether they may. */
  hasMicrophone?: boolean;
  /** Pages copy text without asking whether they may. Headless Chromium forbids it, others allow it in a tap. */
  hasClipboard?: boolean;
  /** The size of text that somebody has set in the browser. Otherwise it is 16. */
  browserText?: number;
}

export type EngineWindows = Windows<EngineWindowOptions, Window>;

async function setBrowserText(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard } });
}

function useChromium(): EngineWindows {
  const windows = useWindows();
  const known = withActiveWorker(windows);
  return {
    async open(url, { hasWorker, hasMicrophone, hasClipboard, browserText, ...rest } = {}) {
      const permissions = [
        ...(hasMicrophone ? ["microphone"] : []),
        ...(hasClipboard ? ["clipboard-read", "clipboard-write"] : []),
      ];
      const options = { ...rest, ...(permissions.length > 0 && { permissions }) };
      const page = await (hasWorker ? known : windows).open(url, options);
      if (browserText) await setBrowserText(page, browserText);
      return page;
    },
  };
}

function useDriven(Driver: typeof WebKitDriver | typeof FirefoxDriver): EngineWindows {
  const opened: DrivenWindow[] = [];
  afterEach(async ({ task }) => {
    const windows = opened.splice(0);
    const heard = await Promise.all(windows.map((window) => window.complaints()));
    if (task.result?.state === "fail") for (const window of windows) await printScreen(window);
    await Promise.all(windows.map((window) => window.close()));
    expect(heard.flat()).toEqual([]);
  });
  return {
    async open(url, { width = widths.desktop, timezoneId, browserText, hasWorker, token, cookies } = {}) {
      const driver = await Driver.open({
        ...(timezoneId && { timeZone: timezoneId }),
        ...(browserText && { browserText }),
      });
      const window = new DrivenWindow(driver);
      opened.push(window);
      await window.setViewportSize({ width, height: 900 });
      if (token || cookies || hasWorker) await window.goto(new URL("/healthz", url).href);
      if (cookies) await driver.addCookies(cookies);
      if (token) {
        await driver.addCookies([sessionCookieAt(new URL(url), token)]);
        await window.evaluate((token) => localStorage.setItem("token", token), token);
      }
      if (hasWorker) await window.evaluate(installWorker);
      await window.goto(url);
      return window;
    },
  };
}

/** Prints what a window shows, because a locator that waited in vain does not say what was there instead. */
async function printScreen(window: DrivenWindow): Promise<void> {
  const seen = await window
    .evaluate(() => [location.href, document.body.innerText])
    .catch((error: Error) => [error.message]);
  process.stdout.write(`\nA window of the failed test shows:\n${seen.join("\n")}\n`);
}

/** Windows for the tests of a file that run in each engine. No console may show an error. */
export function useEngineWindows(): EngineWindows {
  if (engine === "webkit") return useDriven(WebKitDriver);
  return engine === "firefox" ? useDriven(FirefoxDriver) : useChromium();
}
