// The service worker of this page: registered, kept up to date, and followed when a new version has taken over.

const address = "/service-worker.js";

// After what the page itself needs.
const pause = 2_000;
const anHour = 3_600_000;

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pause));

interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    /** Not of TypeScript's library yet; missing in browsers without Trusted Types. */
    readonly trustedTypes?: ScriptPolicies;
  }
}

/** The policy that `require-trusted-types-for` asks for: it lets this one script through. */
function trustedAddress(): string {
  const rules = { createScriptURL: () => address };
  return window.trustedTypes?.createPolicy("porchlight-worker", rules).createScriptURL(address) ?? address;
}

/** Home has nothing typed in it: it is loaded anew once nobody looks. Other pages go on with the files of their version. */
function followVersion(workers: ServiceWorkerContainer): void {
  let isOutdated = false;
  if (workers.controller) workers.addEventListener("controllerchange", () => (isOutdated = true));
  document.addEventListener("visibilitychange", () => {
    if (isOutdated && document.visibilityState === "hidden" && location.pathname === "/") location.reload();
  });
}

/** A browser looks for a new version when a page is opened; on a tablet on the shelf one stays open for weeks. */
function lookForVersions(registration: ServiceWorkerRegistration): void {
  setInterval(() => void registration.update().catch(() => undefined), anHour);
}

// While developing, the files change under the worker.
const isPossible = (): boolean => "serviceWorker" in navigator && !import.meta.env.DEV;

let registered: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** The worker of this page, as soon as the browser has taken it; nothing where it takes none. */
export function registration(): Promise<ServiceWorkerRegistration | undefined> {
  registered ??= isPossible()
    ? navigator.serviceWorker.register(trustedAddress()).catch(() => undefined)
    : Promise.resolve(undefined);
  return registered;
}

export async function registerWorker(): Promise<void> {
  if (!isPossible()) return;
  followVersion(navigator.serviceWorker);
  await later();
  const worker = await registration();
  if (!worker) return;
  lookForVersions(worker);
  // An app on the home screen does not lose what it keeps when the device runs full.
  if (matchMedia("(display-mode: standalone)").matches) await navigator.storage.persist();
}
