// Measures how far things move on a page by themselves, as the browser's layout shift does.
import type { Page } from "playwright-core";

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node: Node | null }[];
}

export interface MeasuredShift {
  total: number;
  /** The elements that moved, by their first words. */
  moved: string[];
}

/** Returns the sum since a moment of the page's own clock. Movement right after a tap is intended, and does not count. */
export const layoutShift = (page: Page, since = 0): Promise<MeasuredShift> =>
  page.evaluate(async (since) => {
    const entries: Shift[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: "layout-shift", buffered: true });
    // Buffered entries are delivered with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    entries.push(...(observer.takeRecords() as Shift[]));
    observer.disconnect();
    const counted = entries.filter(({ startTime, hadRecentInput }) => startTime >= since && !hadRecentInput);
    const moved = counted.flatMap(({ sources }) =>
      sources.map(({ node }) => node?.textContent?.slice(0, 30) ?? ""),
    );
    return { total: counted.reduce((sum, { value }) => sum + value, 0), moved: [...new Set(moved)] };
  }, since);
