import { scamCheck } from "#contract/help/known-categories.ts";
import { type HelpCategory, listHelpCategories } from "#contract/help/phrases.ts";
import { scriptsFetchedBy } from "./bundle.ts";
import { Client } from "./client.ts";
import type { Window } from "./engines/window.ts";
import { dist } from "./window.ts";

/** All that the app shows, first the one that it shows apart. */
export const helpCategories = async (url: string): Promise<HelpCategory[]> => [
  scamCheck,
  ...(await new Client(url).call(listHelpCategories)),
];

/** The paths of everything that the page has finished loading, at whatever time its own clock shows. */
const loadedPaths = (page: Window): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(list.getEntries().map(({ name }) => new URL(name).pathname));
        });
        observer.observe({ type: "resource", buffered: true });
      }),
  );

/** Whether home has fetched in advance what people need to ask for help without a connection. */
export async function isHelpAtHand(page: Window): Promise<boolean> {
  const scripts = scriptsFetchedBy(dist, import.meta.resolve("#web/features/help/prefetch.ts")).map(
    (script) => `/${script}`,
  );
  const loaded = new Set(await loadedPaths(page));
  return ["/api/help-phrases/shown", ...scripts].every((path) => loaded.has(path));
}
