// A test opens a screen in somebody's window, at a path, and waits until the screen is ready.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Window } from "../engines/window.ts";
import type { Person } from "../people.ts";
import type { SignIn } from "../profiles.ts";
import type { TestServer } from "../server.ts";
import type { WindowOptions, Windows } from "../window.ts";

/** In windows of Chromium, or of each engine. */
export interface Visit<Options = WindowOptions, Opened = Page> {
  readonly server: TestServer;
  /** Opens a new window for somebody signed in, or for a stranger. `device` overrides the defaults. */
  open(path: string, person?: Person, device?: Options): Promise<Opened>;
}

/** A screen of the app in one of its states. */
export interface Screen {
  readonly name: string;
  readonly show: (visit: Visit) => Promise<Page>;
}

export function cookiesOf(url: string, { client }: Person) {
  const { hostname: domain } = new URL(url);
  const rest = { domain, path: "/", expires: -1, httpOnly: true, secure: false };
  return client.cookieHeader
    .split("; ")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return { ...rest, name, value, sameSite: "Lax" as const };
    });
}

/** The cookies and token on a signed-in person's device. */
export const deviceOf = (url: string, person: Person): SignIn => ({
  cookies: cookiesOf(url, person),
  token: person.client.token ?? "",
});

export const visitOf = <Options extends SignIn, Opened>(
  server: TestServer,
  windows: Windows<Options, Opened>,
  options?: NoInfer<Options>,
): Visit<Options, Opened> => ({
  server,
  open: (path, person, device) =>
    windows.open(server.url + path, {
      ...options,
      ...(person && deviceOf(server.url, person)),
      ...device,
    } as Options),
});

/** A form stays busy while its dialog is open, so then only the dialog has to be ready. */
const busy = "dialog[open] [aria-busy=true], main:not(:has(dialog[open])) [aria-busy=true]";

/** Waits until everything is loaded and nothing is about to move. */
export async function settled<Opened extends Window>(page: Opened): Promise<Opened> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.locator(busy).count()).toBe(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/**
 * Makes the window at least as tall as the page. Otherwise the navigation at the bottom covers half-scrolled
 * controls.
 */
export async function stretch(page: Page, width: number, text: string): Promise<void> {
  await page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
  const fits = async () => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const isTall = (page.viewportSize()?.height ?? 0) >= height;
    if (!isTall) await page.setViewportSize({ width, height });
    return isTall;
  };
  // Repeats while the page grows, because lists may load late.
  await expect.poll(fits, { interval: 10 }).toBe(true);
}

/** Opens every details element on the page. */
export const openDetails = (page: Window) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
