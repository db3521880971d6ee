/// <reference lib="webworker" />
// The files of the app on the device. Each version has a cache of its own, and leaves the one before it in place.
import { type PrecacheEntry, Serwist } from "serwist";

const shell = "/index.html";
const prefix = "porchlight-app-";

// A connection that brings no page for so long is none.
const timeoutMs = 4_000;

/** Addresses that are no page of the app, whatever the browser thinks that it is opening. */
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

/** The page as the server has it now; without a connection, or when the server is down, the app as it is kept. */
async function openPage(serwist: Serwist, navigation: Navigation): Promise<Response> {
  const kept = () => serwist.matchPrecache(shell);
  try {
    const page = await Promise.race([fromServer(navigation), tooLate()]);
    return page.status < 500 ? page : ((await kept()) ?? page);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

/** A page of the version before may still be open: its files answer for as long as that cache stands. */
async function olderFile({ request }: Navigation): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function dropOldVersions(current: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  // In the order in which they were made: the last one is the version before.
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
  serwist.addEventListeners();
  worker.addEventListener("activate", (event) => event.waitUntil(dropOldVersions(cacheName)));
}
