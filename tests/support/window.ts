// Windows for the people in a test. Each has its own Chromium profile, and none may log an error.
import { join } from "node:path";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { afterEach, expect } from "vitest";
import { findBrowser, findShell } from "./browser.ts";
import { Profile, type SignIn } from "./profiles.ts";

export const dist = join(import.meta.dirname, "../../dist");

// This list replaces Playwright's own, so it starts with Playwright's names. The last two are pages of Chromium's
// address bar, which nobody sees here and which cost each new window more time than opening it.
const withoutFeatures = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  ...["HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebRtcHideLocalIpsWithMdns"],
];

const flags = [
  ...["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  // Without HTTPS, browsers trust localhost and no other name.
  "--host-resolver-rules=MAP porchlight.test 127.0.0.1",
  // With a certificate of our own, Chromium would not fetch a service worker.
  "--ignore-certificate-errors",
  // Chromium's built-in test video and a beep, for pages that may use the camera.
  "--use-fake-device-for-media-stream=fps=5",
  `--disable-features=${withoutFeatures}`,
  // A test's page lives for a second or two, too short for optimized code to pay off. With room for young objects it
  // rarely collects garbage.
  "--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16",
];

export const widths = { phone: 390, tablet: 820, desktop: 1280 } as const;

export interface WindowOptions extends BrowserContextOptions, SignIn {
  width?: number;
  /** The test moves the pages' clock with `moveClockUntil`. Until then it follows real time. */
  hasOwnClock?: boolean;
  /** Pages may share the screen without asking. They share Chromium's built-in test video. */
  sharesScreen?: boolean;
}

export interface Windows<Options = WindowOptions, Opened = Page> {
  /** Opens this URL in a new profile, as a new person on a new device. */
  open(url: string, options?: Options): Promise<Opened>;
}

// Chromium itself logs every refused call. Tests that cause one check the text on the screen instead. Without HTTPS, it
// also logs the two headers that it ignores there.
const expected = [
  ...["Failed to load resource", "Service Worker registration blocked"],
  ...["Cross-Origin-Opener-Policy header has been ignored", "could not be origin-keyed"],
];
const isExpected = (text: string) => expected.some((words) => text.includes(words));

function watch(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    if (isBad && !isExpected(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
  });
}

/** Advances the pages' clock second by second until the condition holds. */
export const moveClockUntil = (page: Page, isSo: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(async () => {
      if (await isSo()) return true;
      await page.clock.fastForward(1_000);
      return false;
    })
    .toBe(true);

/** Runs in the page, because Playwright's clock doesn't control AbortSignal.timeout. */
export const followClock = () => {
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("It took too long.", "TimeoutError")), milliseconds);
    return controller.signal;
  };
};

const launched = new Map<string, Promise<Browser>>();

async function launch(key: string, chosen: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch({ ...chosen, args: [...flags, ...(chosen.args ?? [])] });
  return browser.on("disconnected", () => launched.delete(key));
}

/** One browser of each kind serves all files of a worker, and ends with it. */
function launchOnce(chosen: LaunchOptions): Promise<Browser> {
  const key = JSON.stringify(chosen);
  const browser = launched.get(key) ?? launch(key, chosen);
  launched.set(key, browser);
  return browser;
}

/** Only a whole Chromium shows notifications and has a camera and a microphone. */
const isWhole = ({ permissions = [] }: BrowserContextOptions): boolean =>
  ["notifications", "camera", "microphone"].some((name) => permissions.includes(name));

const browserFor = (options: BrowserContextOptions): Promise<Browser> =>
  launchOnce(isWhole(options) ? { executablePath: findBrowser() ?? "" } : findShell());

/** This needs its own browser, because it would also allow the camera where a test refuses it. */
const sharingBrowser = () =>
  launchOnce({ executablePath: findBrowser() ?? "", args: ["--use-fake-ui-for-media-stream"] });

/** Emptied profiles, by the options they were created with. */
const spare = new Map<string, Profile[]>();

const sharing = new WeakSet<Profile>();

async function takeProfile(options: BrowserContextOptions, sharesScreen: boolean): Promise<Profile> {
  if (sharesScreen) {
    const profile = await Profile.create(await sharingBrowser(), options);
    sharing.add(profile);
    return profile;
  }
  const emptied = spare.get(JSON.stringify(options))?.pop();
  if (!emptied) return await Profile.create(await browserFor(options), options);
  const { permissions } = options;
  // It has lost them.
  if (permissions) await emptied.page.context().grantPermissions(permissions);
  return emptied;
}

async function putBack(profile: Profile): Promise<void> {
  if (sharing.has(profile) || !(await profile.empty())) return await profile.close();
  const key = JSON.stringify(profile.options);
  spare.set(key, [...(spare.get(key) ?? []), profile]);
}

/** Prints what a page shows, because a locator that timed out does not say what was there instead. */
async function printScreen(page: Page): Promise<void> {
  const text = await page.innerText("body", { timeout: 1_000 }).catch((error: Error) => error.message);
  process.stdout.write(`\nA page of the failed test is at ${page.url()} and shows:\n${text}\n`);
}

/**
 * Windows for the tests of a file. After each test it checks that no console shows an error, which includes
 * CSP violations.
 */
export function useWindows(): Windows {
  const complaints: string[] = [];
  const inUse: Profile[] = [];
  afterEach(async ({ task }) => {
    const heard = complaints.splice(0);
    if (task.result?.state === "fail")
      await Promise.all(inUse.flatMap(({ page }) => page.context().pages()).map(printScreen));
    await Promise.all(inUse.splice(0).map(putBack));
    expect(heard).toEqual([]);
  });
  return {
    async open(url, options = {}) {
      const {
        width = widths.desktop,
        token,
        cookies,
        hasOwnClock,
        sharesScreen = false,
        colorScheme,
        reducedMotion,
        ...rest
      } = options;
      const profile = await takeProfile(rest, sharesScreen);
      inUse.push(profile);
      const { page } = profile;
      await page.setViewportSize({ width, height: 900 });
      if (colorScheme || reducedMotion) await page.emulateMedia({ colorScheme, reducedMotion });
      watch(page, complaints);
      if (hasOwnClock) await page.clock.install();
      await profile.open(url, { ...(token && { token }), ...(cookies && { cookies }) });
      return page;
    },
  };
}
