// What can go wrong between a browser and the server, made to go wrong.
import type { Page, Route } from "playwright-core";

export type Trouble = (route: Route) => Promise<void>;

/** The connection breaks. */
export const unreachable: Trouble = (route) => route.abort();

/** Something between us and the server answers in its place, without words for people. */
export const speechless: Trouble = (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" });

/** Holds the answers to a call back until told. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
