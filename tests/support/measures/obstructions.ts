// Finds obstacles to reading and tapping: words that break in two, and controls that something covers.
import type { Page } from "playwright-core";

export const screenWidths = [320, 390, 820, 1280] as const;

/** Words of letters, of an ordinary length, and "e-mail". An address or a link can be longer than any line, so it may break. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const word = /(?<![^\s“(])(?:e-)?\p{L}[\p{L}'’]{0,20}(?=[.,:;!?)”]*(\s|$))/giu;
    const range = document.createRange();
    const isBroken = (text: Node, start: number, length: number) => {
      range.setStart(text, start);
      range.setEnd(text, start + length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      return new Set(lines.map(({ top }) => Math.round(top))).size > 1;
    };
    const brokenIn = (text: Node) =>
      [...(text.nodeValue?.matchAll(word) ?? [])].filter(({ 0: { length }, index }) =>
        isBroken(text, index, length),
      );
    const seen = [...document.querySelectorAll("body, body *")].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const texts = seen.flatMap(({ childNodes }) => [...childNodes]).filter((node) => node instanceof Text);
    const found = texts.flatMap(brokenIn).map(([broken]) => `“${broken}” breaks in two`);
    return [...new Set(found)];
  });

/** Controls that lie under something else, even after the page has scrolled to them. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const front = document.querySelector("dialog:modal") ?? document.querySelector("main") ?? document.body;
    const controls = [...front.querySelectorAll("a, button, input, select, textarea, summary")];
    const targets = new Set(controls.map((control) => control.closest("label") ?? control));
    const isCovered = (target: Element) => {
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, right, top, bottom } = target.getBoundingClientRect();
      // A control that is taller than the space between masthead and navigation has to be scrolled by hand.
      const middle = (left + right) / 2;
      const ends = bottom - top < innerHeight / 3 ? [top + 6, bottom - 6] : [(top + bottom) / 2];
      return ends.some((y) => {
        const hit = document.elementFromPoint(middle, y);
        return !hit || !(target.contains(hit) || hit.contains(target));
      });
    };
    const found = [...targets]
      .filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((target) => getComputedStyle(target).display !== "inline")
      .filter(isCovered);
    scrollTo(0, 0);
    return found.map(
      ({ localName, textContent, id }) => `${localName} “${textContent?.trim() || id}” is covered`,
    );
  });

/** Reads the page at each width without loading it again: words in the largest text, controls in the usual one. */
export async function everyObstruction(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  const setText = (size: string) =>
    page.evaluate((size) => document.documentElement.setAttribute("data-text", size), size);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    await setText("30");
    const broken = await brokenWords(page);
    await setText("20");
    found.push(...[...broken, ...(await covered(page))].map((words) => `${width} px: ${words}`));
  }
  return found;
}
