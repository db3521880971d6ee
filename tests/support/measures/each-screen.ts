// Checks a screen's accessibility, target sizes, overflow and obstructions, after opening it once.
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import type { Window } from "../engines/window.ts";
import { addressesOf, addressOf } from "../screens/addresses.ts";
import { type Screen, settled, stretch, visitOf } from "../screens/visit.ts";
import { useServer } from "../server.ts";
import { dist, useWindows } from "../window.ts";
import {
  type Appearance,
  eachKind,
  everyCombination,
  findViolations,
  injectAxe,
  narrow,
  serveAxe,
} from "./axe.ts";
import { faultsOfRegions } from "./live-regions.ts";
import { everyObstruction, screenWidths } from "./obstructions.ts";
import { missedTargets } from "./targets.ts";

/** The page's heading and title, and its regions for announcements. */
const outline = (page: Page) =>
  page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    return {
      headings: count("h1"),
      titles: count("title"),
      isNamed: / - Porchlight$/.test(document.title),
      speaks: count("[role=status]") > 0 && count("[role=alert]") > 0,
    };
  });

// Colors in transition have no meaningful contrast.
const atRest = { reducedMotion: "reduce" } as const;

interface Sizes {
  appearances: readonly Appearance[];
  widths: readonly number[];
}

/** The sizes in which a screen of this name is measured. */
type SizesOf = (name: string) => Sizes;

export const everySize: SizesOf = () => ({ appearances: everyCombination, widths: screenWidths });

/** Whether the screen stands for an address. The others are further states of such a screen. */
const isMain = ({ name }: Pick<Screen, "name">): boolean => addressesOf(name).length > 0;

/** The main screen at each address is measured in more sizes than its other states. */
export const usualSizes: SizesOf = (name) =>
  isMain({ name })
    ? { appearances: eachKind, widths: screenWidths }
    : { appearances: narrow, widths: [320, 1280] };

async function measure(page: Page, { appearances, widths }: Sizes) {
  const [shutOut, missed]: [string[], string[]] = [[], []];
  await injectAxe(page);
  for (const appearance of appearances) {
    const { width, text } = appearance;
    await stretch(page, width, text);
    const at = (words: string) => `${width} px, text ${text}: ${words}`;
    shutOut.push(...(await findViolations(page, appearance)).map(at));
    // A part of the page that came meanwhile may have made it taller.
    await stretch(page, width, text);
    missed.push(...(await missedTargets(page)).map(at));
  }
  const obstructed = await everyObstruction(page, widths);
  return { shutOut, missed, obstructed, cutOff: await everyOverflow(page) };
}

/**
 * Adds a test for each screen. Each part of the app has its own file, so that two screens are measured in
 * parallel.
 */
export function measureEach(screens: readonly Screen[], sizesOf: SizesOf): void {
  const server = useServer({ dist, prepare: serveAxe });
  const windows = useWindows();
  // The browser's clock stays with the real time. Some screens move the server's.
  beforeEach(() => server().clock.reset());
  const title = "$name is accessible: no axe violation, every target easy to tap, nothing cut off";
  const measureScreen = async ({ name, show }: Screen) => {
    const page = await settled(await show(visitOf(server(), windows, atRest)));
    expect(await outline(page)).toEqual({ headings: 1, titles: 1, isNamed: true, speaks: true });
    expect(await faultsOfRegions(page)).toEqual([]);
    for (const address of addressesOf(name)) expect(addressOf(page.url())).toBe(address);
    const found = await measure(page, sizesOf(name));
    expect(found).toEqual({ shutOut: [], missed: [], obstructed: [], cutOff: [] });
  };
  it.for(screens.filter(isMain))(title, measureScreen);
  it.for(screens.filter((screen) => !isMain(screen)))(title, { tags: "extended" }, measureScreen);
}

// Checks that no content is lost on a small screen, in large text, or with wider text spacing.

/** Applies the text spacing of WCAG 1.4.12, in a style sheet that the content security policy allows. */
const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const spacing = "line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em";
    sheet.replaceSync(`* { ${spacing} !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
  });

/** Finds what doesn't fit: the page itself, and boxes that cut off their text or let it stick out. */
export const overflows = (page: Window): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName}.${element.className} "${element.textContent?.slice(0, 30)}"`;
    const isSpoken = ({ clientWidth, clientHeight }: Element) => clientWidth <= 1 || clientHeight <= 1;
    // The links of a navigation that scrolls sideways are reached by a swipe or the Tab key.
    const isScrolled = (element: Element, overflowX: string) =>
      overflowX === "auto" && element.matches("nav");
    const isTooSmall = (element: Element) => {
      const { overflowX, display } = getComputedStyle(element);
      const isWide = element.scrollWidth > element.clientWidth + 1;
      const isHigh = element.scrollHeight > element.clientHeight + 1;
      if (display === "inline" || isSpoken(element) || isScrolled(element, overflowX)) return false;
      // A dialog scrolls vertically, as the page does.
      return isWide || (overflowX !== "visible" && isHigh && !element.matches("dialog:modal"));
    };
    const drawing = document.createElement("canvas").getContext("2d");
    /** A select hides what does not fit, and has no scroll width. */
    const isCutShort = (select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight, paddingTop, lineHeight } = getComputedStyle(select);
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const height = select.clientHeight - 2 * Number.parseFloat(paddingTop);
      if (drawing) drawing.font = font;
      const width = drawing?.measureText(select.selectedOptions[0]?.text ?? "").width ?? 0;
      return select.checkVisibility() && width > room * Math.round(height / Number.parseFloat(lineHeight));
    };
    const { scrollWidth, clientWidth } = document.documentElement;
    const boxes = [...document.querySelectorAll("body *:not(svg, svg *, input, textarea, option)")];
    const sideways = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const selects = [...document.querySelectorAll("select")].filter(isCutShort);
    return [...sideways, ...[...boxes.filter(isTooSmall), ...selects].map(nameOf)];
  });

async function resize(page: Page, width: number, height: number, text: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);
}

/** Finds anything that is cut off or sticks out. The page keeps the wider spacing afterwards. */
async function everyOverflow(page: Page): Promise<string[]> {
  const found: string[] = [];
  const measure = async (width: number, height: number, text: string) => {
    await resize(page, width, height, text);
    found.push(...(await overflows(page)).map((words) => `${width} px, text ${text}: ${words}`));
  };
  await measure(320, 256, "20");
  await measure(320, 640, "30");
  await spaceOut(page);
  await measure(320, 640, "20");
  await measure(1280, 800, "20");
  return found;
}
