// A device with the app on it: a window with a service worker, after one visit.
import { globSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import type { WaitingRequest } from "#web/features/help/requests/outbox-store.ts";
import type { Window } from "./engines/window.ts";
import { helpCategories } from "./help-categories.ts";
import type { Person } from "./people.ts";
import { deviceOf } from "./screens/visit.ts";
import { heading } from "./steps.ts";
import { moveClockUntil, type WindowOptions, type Windows, widths } from "./window.ts";

interface Place {
  database: string;
  store: string;
}

const keysIn = (page: Window, place: Place): Promise<string[]> =>
  page.evaluate(
    ({ database: name, store }) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        // The app creates the database. One without its store would keep nothing.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => (opening.error?.name === "AbortError" ? resolve([]) : reject(opening.error));
        opening.onsuccess = () => {
          const database = opening.result;
          const hasStore = database.objectStoreNames.contains(store);
          const keys = hasStore && database.transaction(store).objectStore(store).getAllKeys();
          if (!keys) return resolve([]);
          keys.onsuccess = () => {
            database.close();
            resolve(keys.result.map(String));
          };
        };
      }),
    place,
  );

/** Counts the responses that the device has cached for offline use. The list of hellos comes some seconds later. */
export const countKept = async (page: Window): Promise<number> => {
  const keys = await keysIn(page, { database: "porchlight-answers", store: "answers" });
  return keys.filter((key) => key !== JSON.stringify(["hellos", "all"])).length;
};

/** Counts the pictures that the device has stored for offline use. */
export const countKeptPictures = (page: Window): Promise<number> =>
  page.evaluate(async () => {
    if (!(await caches.has("porchlight-files"))) return 0;
    return (await (await caches.open("porchlight-files")).keys()).length;
  });

/** Counts the requests that are waiting on the device. */
export const countWaiting = async (page: Window): Promise<number> =>
  (await keysIn(page, { database: "porchlight", store: "waiting" })).length;

/** Counts the pictures and voice messages that are waiting on the device. */
export const countWaitingFiles = async (page: Window): Promise<number> =>
  (await keysIn(page, { database: "porchlight-files", store: "files" })).length;

/** Stores a request on the device as if it had been made a minute ago. */
export const storeUnsentRequest = (page: Page, asked: Omit<WaitingRequest, "askedAt">): Promise<void> =>
  page.evaluate(
    (waiting) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("porchlight", 1);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => opening.result.createObjectStore("waiting", { keyPath: "key" });
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("waiting", "readwrite");
          transaction.objectStore("waiting").put(waiting);
          transaction.oncomplete = () => resolve(opening.result.close());
        };
      }),
    { ...asked, askedAt: new Date(Date.now() - minuteMs).toISOString() },
  );

/** The queries that are declared with `storedOffline`. */
const declaredKept = globSync("web/**/*.{ts,tsx}")
  .map((file) => readFileSync(file, "utf8").match(/storedOffline: true/g)?.length ?? 0)
  .reduce((sum, count) => sum + count, 0);

/**
 * Counts one answer for each of them. Phrases have one for each category; guides and things around the house are
 * cached only once somebody has opened them, the new address only once a family has moved, and the list of hellos is not
 * counted.
 */
export async function countCacheable(url: string): Promise<number> {
  const categories = await helpCategories(new URL(url).origin);
  return declaredKept - 5 + categories.length;
}

/** Waits until the service worker has taken control and the day is cached. */
export async function waitUntilCached(page: Page): Promise<void> {
  await heading(page, "Today's Events").waitFor();
  // The app registers its worker two seconds after the page has loaded.
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await moveClockUntil(page, isRegistered);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => countKept(page)).toBe(await countCacheable(page.url()));
}

/** Opens the app on a person's phone, with a service worker. */
export function openOnDevice(
  windows: Windows,
  url: string,
  person: Person,
  options: WindowOptions = {},
): Promise<Page> {
  const device = deviceOf(url, person);
  // If the device's day differed from the family's, home would cache its day a second time.
  const kept: WindowOptions = {
    serviceWorkers: "allow",
    hasOwnClock: true,
    timezoneId: "America/New_York",
  };
  return windows.open(url, { width: widths.phone, ...device, ...options, ...kept });
}

/** Runs on a page of the server. The worker claims it as soon as it is active. */
export const installWorker = async () => {
  const address = "/service-worker.js";
  const policy = window.trustedTypes?.createPolicy("porchlight-worker", { createScriptURL: () => address });
  const claimed = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", resolve),
  );
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
  await claimed;
};

/** Windows of devices that were here before: every page in them begins with an active service worker. */
export const withActiveWorker = (windows: Windows): Windows => ({
  async open(url, options = {}) {
    const page = await windows.open(new URL("/healthz", url).href, { serviceWorkers: "allow", ...options });
    await page.evaluate(installWorker);
    await page.goto(url);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    return page;
  },
});
