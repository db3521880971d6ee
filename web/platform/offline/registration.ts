// Registers the service worker and keeps it up to date.
import { hourMs } from "#contract/durations.ts";
import { inTime } from "./time-limit.ts";

const address = "/service-worker.js";

// Waits until the page itself has loaded.
const pauseMs = 2_000;

const waitForPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    /** This type is not in TypeScript's library yet, and missing in browsers without Trusted Types. */
    readonly trustedTypes?: ScriptPolicies;
  }
}

/** The policy for `require-trusted-types-for`. It allows only this script. */
function trustedAddress(): string {
  const rules = { createScriptURL: () => address };
  return window.trustedTypes?.createPolicy("porchlight-worker", rules).createScriptURL(address) ?? address;
}

// An open request can have unsent words, pictures and recordings, and taking a picture hides the page as well.
const isHiddenHome = (): boolean => document.visibilityState === "hidden" && location.pathname === "/";

/** Home reloads while it is hidden and nobody needs help. Other pages keep the files of their version. */
function followVersion(workers: ServiceWorkerContainer, isHelpNeeded: () => boolean): void {
  let isOutdated = false;
  if (workers.controller) workers.addEventListener("controllerchange", () => (isOutdated = true));
  document.addEventListener("visibilitychange", () => {
    if (isOutdated && isHiddenHome() && !isHelpNeeded()) location.reload();
  });
}

/** Browsers check for a new version when a page opens, but on a shelf tablet a page stays open for weeks. */
function checkForVersions(registration: ServiceWorkerRegistration): void {
  setInterval(() => void registration.update().catch(() => undefined), hourMs);
}

// During development, the files change under the worker.
const isPossible = (): boolean => "serviceWorker" in navigator && !import.meta.env.DEV;

let registered: Promise<ServiceWorkerRegistration | undefined> | undefined;

// The browser fetches the worker's script from the server for it.
const maxRegistrationMs = 15_000;

/** The service worker's registration, or undefined if the browser refuses it or does not answer. */
export function registration(): Promise<ServiceWorkerRegistration | undefined> {
  registered ??= isPossible()
    ? navigator.serviceWorker.register(trustedAddress()).catch(() => undefined)
    : Promise.resolve(undefined);
  return inTime(registered, maxRegistrationMs).catch(() => undefined);
}

export async function registerWorker(isHelpNeeded: () => boolean): Promise<void> {
  if (!isPossible()) return;
  followVersion(navigator.serviceWorker, isHelpNeeded);
  await waitForPage();
  const worker = await registration();
  if (!worker) return;
  checkForVersions(worker);
  // An installed app asks to keep its storage when the device runs full. Some browsers ask the person first, and nothing
  // waits for that.
  if (matchMedia("(display-mode: standalone)").matches)
    void navigator.storage.persist().catch(() => undefined);
}
