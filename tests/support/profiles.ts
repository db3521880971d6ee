// Chromium profiles. A new one needs a renderer process, which costs more than the page it shows. So a used
// profile is emptied and serves the next test. Only the app's files stay in its HTTP cache.
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from "playwright-core";
import { cookieName } from "#server/platform/http/cookies.ts";
import { sessionCookie } from "#server/platform/http/session.ts";

export interface SignIn {
  /** The session token in the device's local storage. */
  token?: string;
  cookies?: Parameters<BrowserContext["addCookies"]>[0];
}

/** The cookie of somebody who is signed in. Over https it has another name. */
export const sessionCookieAt = ({ origin, protocol }: URL, token: string) => ({
  name: cookieName({ publicUrl: origin }, sessionCookie),
  value: token,
  url: origin,
  secure: protocol === "https:",
});

/** Calls whose results can undo them. */
type Lasting = Disposable | CDPSession;
const lastingCalls = ["addInitScript", "exposeFunction", "newCDPSession"];

/** Wraps the calls of these names, to hear of each one and of what it returned. */
function onCall(object: object, names: readonly string[], listener: (returned: unknown) => void): void {
  for (const name of names.filter((name) => name in object)) {
    const call = Reflect.get(object, name);
    Reflect.set(object, name, (...args: unknown[]) => {
      const returned: unknown = Reflect.apply(call, object, args);
      listener(returned);
      return returned;
    });
  }
}

/** A session of the developer tools is undone by its end, with all that it emulated. */
const undo = (lasting: Lasting): Promise<void> =>
  "detach" in lasting ? lasting.detach() : lasting.dispose();

/** Events that tests listen to. Others belong to Playwright itself, which waits for "close". */
const testedEvents = [
  "console",
  "framenavigated",
  "page",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "response",
];

export class Profile {
  readonly page: Page;
  readonly options: BrowserContextOptions;
  readonly #addInitScript: Page["addInitScript"];
  readonly #newDevtools: BrowserContext["newCDPSession"];
  readonly #origins = new Set<string>();
  /** The lasting calls of a test, until they are undone. */
  #lasting: Promise<Lasting>[] = [];
  #hasOwnClock = false;

  private constructor(page: Page, options: BrowserContextOptions) {
    const context = page.context();
    this.page = page;
    this.options = options;
    this.#addInitScript = page.addInitScript.bind(page);
    this.#newDevtools = context.newCDPSession.bind(context);
    for (const object of [page, context])
      onCall(object, lastingCalls, (returned) => this.#lasting.push(returned as Promise<Lasting>));
    // Playwright has no call that gives a page its clock back.
    onCall(page.clock, ["install"], () => {
      this.#hasOwnClock = true;
    });
  }

  static async create(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
    const context = await browser.newContext({
      locale: "en-US",
      // A service worker would answer in place of the failures that tests simulate. Journeys about it turn it
      // on.
      serviceWorkers: "block",
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    return new Profile(page, options);
  }

  /** Opens the first URL of a test, signed in if a token or cookies are given. */
  async open(url: string, { token, cookies }: SignIn): Promise<void> {
    const { page } = this;
    page.on("framenavigated", (frame) => this.#origins.add(new URL(frame.url()).origin));
    if (cookies) await page.context().addCookies(cookies);
    if (!token) return void (await page.goto(url));
    // A signed-in device has both. Without the cookie, its first live connection would be refused.
    // Playwright names a domain with each cookie, which Chromium refuses for the one of https.
    const devtools = await this.#newDevtools(page);
    await devtools.send("Network.setCookie", sessionCookieAt(new URL(url), token));
    await devtools.detach();
    const script = await this.#addInitScript((token) => localStorage.setItem("token", token), token);
    await page.goto(url);
    await script.dispose();
  }

  /** Removes everything that a test left behind. Returns false when that is not possible. */
  async empty(): Promise<boolean> {
    const { page } = this;
    const context = page.context();
    if (this.#hasOwnClock || page.isClosed()) return false;
    for (const event of testedEvents) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    const undone = await Promise.allSettled(
      this.#lasting.splice(0).map(async (lasting) => undo(await lasting)),
    );
    if (undone.some(({ status }) => status === "rejected")) return false;
    for (const other of context.pages()) if (other !== page) await other.close();
    await Promise.all([
      page.unrouteAll({ behavior: "ignoreErrors" }),
      context.unrouteAll({ behavior: "ignoreErrors" }),
      context.setOffline(false),
      context.clearPermissions(),
      page.emulateMedia({
        media: null,
        colorScheme: null,
        contrast: null,
        forcedColors: null,
        reducedMotion: null,
      }),
    ]);
    if (!(await this.#rest())) return false;
    await context.clearCookies();
    const devtools = await this.#newDevtools(page);
    for (const origin of this.#origins)
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await devtools.send("Page.resetNavigationHistory");
    await devtools.detach();
    this.#origins.clear();
    return true;
  }

  /**
   * Parks the profile on a page of the same site, which keeps the renderer process alive. about:blank would
   * end it.
   */
  async #rest(): Promise<boolean> {
    const { page } = this;
    await page.evaluate(() => sessionStorage.clear());
    const isThere = await page.goto(new URL("/healthz", page.url()).href).catch(() => null);
    // The test may have stopped its server.
    if (!isThere) return false;
    await page.evaluate(() => sessionStorage.clear());
    await page.mouse.move(-1, -1);
    return true;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
