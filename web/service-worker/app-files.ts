/// <reference lib="webworker" />
// The files of the app on the device. Each version has its own cache, and keeps the one before it.
import { type PrecacheEntry, Serwist } from "serwist";

const shell = "/index.html";
const prefix = "porchlight-app-";

// A connection that takes longer than this counts as none.
const timeoutMs = 4_000;

/** Whether the path is a page of the app. Browsers also navigate to files and to the API. */
const isPage = (path: string): boolean => !/^\/(api|sandbox|calendar|healthz|readyz)(\/|$)/.test(path);

interface Navigation {
  event: ExtendableEvent;
  request: Request;
}

async function fromServer({ event, request }: Navigation): Promise<Response> {
  const preloaded: Response | undefined =
    event instanceof FetchEvent ? await event.preloadResponse : undefined;
  return preloaded ?? fetch(request);
}

const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new TypeError("The server took too long.")), timeoutMs);
  });

/** The server's answer, or what is stored here if there is no connection or the server is down. */
async function freshOrKept(
  answer: Promise<Response>,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    const fresh = await Promise.race([answer, tooLate()]);
    return fresh.status < 500 ? fresh : ((await kept()) ?? fresh);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

const openPage = (serwist: Serwist, navigation: Navigation): Promise<Response> =>
  freshOrKept(fromServer(navigation), () => serwist.matchPrecache(shell));

/** A page of the previous version may still be open, so its cache is still used. */
async function olderFile({ request }: Navigation): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** A picture never changes, but its person may have left the family, so the server is asked first. */
const keptPicture = ({ request }: Navigation): Promise<Response> =>
  freshOrKept(fetch(request), () => caches.match(request, { ignoreSearch: true, ignoreVary: true }));

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
    precacheOptions: { cacheName, directoryIndex: null, cleanURLs: false },
    skipWaiting: true,
    clientsClaim: true,
    navigationPreload: true,
  });
  serwist.registerCapture(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isPage(url.pathname),
    (navigation) => openPage(serwist, navigation),
  );
  serwist.registerCapture(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    olderFile,
  );
  serwist.registerCapture(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/api/guide-pictures/"),
    keptPicture,
  );
  serwist.addEventListeners();
  worker.addEventListener("activate", (event) => event.waitUntil(dropOldVersions(cacheName)));
}
