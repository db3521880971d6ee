/// <reference lib="webworker" />
// The files of the app on the device. Each version has its own cache, and the one before it stays.
import { type PrecacheEntry, Serwist, type SerwistPlugin } from "serwist";
import { inTime } from "#web/platform/offline/time-limit.ts";

const shell = "/index.html";
const prefix = "porchlight-app-";

// A connection that takes longer than this counts as none.
const timeoutMs = 4_000;

/**
 * Whether the path is a page of the app. Browsers also navigate to files and to the API. The worker leaves those alone,
 * because a sign-in or a connected calendar uses something up on its way back.
 */
const isPage = (path: string): boolean => !/^\/(api|sandbox|calendar|healthz|readyz)(\/|$)/.test(path);

/** Whether a page may have stored it on the device, by stored-files.ts. */
const isKeptFile = (path: string): boolean => /^\/api\/(guide|hello)-pictures\//.test(path);

interface Navigation {
  request: Request;
}

// A worker whose files never come would stay half installed for good. One that fails is installed on the next visit.
const maxFileMs = 60_000;

const limitedFetch: SerwistPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(maxFileMs) }),
};

/** The server's answer, or what is stored here if there is no connection or the server is down. */
async function freshOrStored(
  request: Request,
  stored: () => Promise<Response | undefined>,
): Promise<Response> {
  const storedInTime = () => inTime(stored()).catch(() => undefined);
  try {
    const fresh = await inTime(fetch(request), timeoutMs);
    return fresh.status < 500 ? fresh : ((await storedInTime()) ?? fresh);
  } catch {
    return (await storedInTime()) ?? Response.error();
  }
}

const openPage = (serwist: Serwist, { request }: Navigation): Promise<Response> =>
  freshOrStored(request, () => serwist.matchPrecache(shell));

/** The file on this device, or the server's if the browser's storage has none or does not answer. */
async function storedOr(request: Request): Promise<Response> {
  return (await inTime(caches.match(request)).catch(() => undefined)) ?? fetch(request);
}

async function dropOldVersions(current: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  // The caches are in the order of their creation, so the last one is the previous version.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

export function serveApp(worker: ServiceWorkerGlobalScope, files: PrecacheEntry[]): void {
  const version = files.find(({ url }) => url === shell)?.revision ?? "";
  const cacheName = prefix + version;
  const serwist = new Serwist({
    precacheEntries: files,
    precacheOptions: { cacheName, directoryIndex: null, cleanURLs: false, plugins: [limitedFetch] },
    skipWaiting: true,
    clientsClaim: true,
  });
  serwist.registerCapture(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isPage(url.pathname),
    (navigation) => openPage(serwist, navigation),
  );
  serwist.registerCapture(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    // A page of the previous version may still be open, so its cache is still used.
    ({ request }) => storedOr(request),
  );
  serwist.registerCapture(
    ({ url, sameOrigin }) => sameOrigin && isKeptFile(url.pathname),
    // A picture never changes, but its person may have left the family, so the server is asked first.
    ({ request }) =>
      freshOrStored(request, () => caches.match(request, { ignoreSearch: true, ignoreVary: true })),
  );
  serwist.addEventListeners();
  worker.addEventListener("activate", (event) => {
    event.waitUntil(dropOldVersions(cacheName));
    // A preload asks the server whenever somebody goes anywhere, and the browser asks again where this worker does not
    // answer. Earlier versions turned it on, and it stays on until it is turned off.
    event.waitUntil(worker.registration.navigationPreload.disable());
  });
}
