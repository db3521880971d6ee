// Real people's windows: each has a Chromium profile of their own, and no window may ever complain.
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";
import { findBrowser } from "./browser.ts";

export const dist = join(import.meta.dirname, "../../dist");

// A later list of features replaces Playwright's own: its names first. The last two are pages of Chromium's address bar,
// which nobody sees here and which cost each new window more than opening it.
const withoutFeatures = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  ...["HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

const flags = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  `--disable-features=${withoutFeatures}`,
];

export const widths = { phone: 390, tablet: 820, desktop: 1280 } as const;

export interface WindowOptions extends BrowserContextOptions {
  width?: number;
  /** The session token that the device keeps in local storage. */
  token?: string;
  /** The test moves the pages' clock (`moveClockUntil`); until then it goes with the real time. */
  hasOwnClock?: boolean;
}

export interface Windows {
  /** Opens a new profile at this address, as a new person on a new device. */
  open(url: string, options?: WindowOptions): Promise<Page>;
}

// A refused call is logged by Chromium itself; tests that provoke one look at its words on the screen.
const isExpected = (text: string) => /Failed to load resource|Service Worker registration blocked/.test(text);

function watch(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    if (isBad && !isExpected(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
  });
}

/** Moves the clock of these pages on, second by second, until this is so. */
export const moveClockUntil = (page: Page, isSo: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(async () => {
      if (await isSo()) return true;
      await page.clock.fastForward(1_000);
      return false;
    })
    .toBe(true);

/** Opens the first address with the token in local storage. `storageState` opens another page to write it. */
async function goWithToken(page: Page, url: string, token: string): Promise<void> {
  const script = await page.addInitScript((token) => localStorage.setItem("token", token), token);
  await page.goto(url);
  await script.dispose();
}

let launched: Browser | undefined;

/** One browser serves all the files of a worker, and ends with it. */
async function launchOnce(): Promise<Browser> {
  if (!launched?.isConnected())
    launched = await chromium.launch({ executablePath: findBrowser() ?? "", args: flags });
  return launched;
}

/** Windows for the tests of a file. After each test: no error in a console, no breach of the CSP (which is one). */
export function useWindows(): Windows {
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await launchOnce();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  return {
    async open(url, { width = widths.desktop, token, hasOwnClock, ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        locale: "en-US",
        // It would answer in the place of what a test makes go wrong; the journeys about it allow it.
        serviceWorkers: "block",
        ...options,
      });
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      watch(page, complaints);
      if (hasOwnClock) await page.clock.install();
      await (token ? goWithToken(page, url, token) : page.goto(url));
      return page;
    },
  };
}
