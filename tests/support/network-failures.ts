// Simulates failures between the browser and the server.
import type { Page, Route } from "playwright-core";

export type NetworkFailure = (route: Route) => Promise<void>;

/** The connection breaks. */
export const unreachable: NetworkFailure = (route) => route.abort();

/** A proxy answers in place of the server, with a page instead of JSON. */
export const badGateway: NetworkFailure = (route) =>
  route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" });

/**
 * Ends the failures of a page, but not those of its context. A call that was about to fail at this moment is sent on, and
 * its failure comes too late.
 */
export const endFailures = (page: Page): Promise<void> => page.unrouteAll({ behavior: "ignoreErrors" });

/** Holds back the answers to a call until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
