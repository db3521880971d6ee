// Measures where things are on a page, and how they look, at the widths of phones, a tablet and a desktop.
import type { Page } from "playwright-core";

export interface Place {
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** The colors of its text, border and background. */
  look: string;
}

/** Keyed by text and width: "Call Anna, 390 px". Elements that are not on the page have no entry. */
export type Places = Record<string, Place>;

const screenWidths = [320, 390, 820, 1280] as const;

/**
 * Finds headings, links, buttons and list items of the main part by their first words. Each is measured at its first
 * occurrence.
 */
const placesNow = (page: Page, words: readonly string[], width: number): Promise<Places> =>
  page.evaluate(
    ([words, width]) => {
      const all = [...document.querySelectorAll("main :is(h1, h2, h3, a, button, summary, li)")].filter(
        (element) => element.checkVisibility({ visibilityProperty: true }),
      );
      const entries = words.flatMap((start) => {
        const found = all.find((element) => element.textContent?.trim().startsWith(start));
        if (!found) return [];
        const { top, bottom, left, right } = found.getBoundingClientRect();
        const { color, borderColor, backgroundColor } = getComputedStyle(found);
        const [over, aside] = [scrollY, scrollX].map(Math.round);
        const round = (length: number, scrolled = 0) => Math.round(length) + scrolled;
        const edges = {
          top: round(top, over),
          bottom: round(bottom, over),
          left: round(left, aside),
          right: round(right, aside),
        };
        return [
          [
            `${start}, ${width} px`,
            { ...edges, look: `${color} ${borderColor} ${backgroundColor}` },
          ] as const,
        ];
      });
      return Object.fromEntries(entries);
    },
    [words, width] as const,
  );

/** Loads nothing again: only the window's width changes. */
export async function placesOf(page: Page, ...words: string[]): Promise<Places> {
  let places: Places = {};
  for (const width of screenWidths) {
    await page.setViewportSize({ width, height: 700 });
    places = { ...places, ...(await placesNow(page, words, width)) };
  }
  return places;
}

/** The place of one element at each measured width. */
export const eachWidth = (places: Places, words: string): Place[] =>
  screenWidths.flatMap((width) => places[`${words}, ${width} px`] ?? []);

/** The distance between two elements at each width, vertical or horizontal. */
export const distances = (places: Places, words: string, next: string): number[] =>
  eachWidth(places, words).map((one, index) => {
    const other = eachWidth(places, next)[index];
    if (!other) return Number.NaN;
    return Math.max(
      Math.max(one.left, other.left) - Math.min(one.right, other.right),
      Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom),
    );
  });
