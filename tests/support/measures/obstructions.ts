// Finds obstacles to reading and tapping: words that break in two, controls that something covers, an order that the eye
// doesn't follow, and pages that begin below the fold.
import type { Page } from "playwright-core";

export const screenWidths = [320, 390, 820, 1280] as const;

/** Words of letters, of an ordinary length, "e-mail" and times such as "7:54 AM". An address or a link can be longer than any line, so it may break. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const word = /(?<![^\s“(])(?:(?:e-)?\p{L}[\p{L}'’]{0,20}|\d{1,2}:\d\d [AP]M)(?=[.,:;!?)”]*(\s|$))/giu;
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

/**
 * Times such as "7:54 AM" in which a line could end. Whether one does depends on the width and on the words before it,
 * so this reads the style instead. The choices of a select and the text in a field cannot be styled.
 */
const breakableTimes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll("body *:not(option, textarea, script)")].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const texts = seen.flatMap(({ childNodes }) => [...childNodes]).filter((node) => node instanceof Text);
    const found = texts.flatMap(({ data, parentElement }) => {
      const [time] = data.match(/\d{1,2}:\d\d [AP]M/) ?? [];
      return time && parentElement && getComputedStyle(parentElement).whiteSpace !== "nowrap" ? [data] : [];
    });
    return found.map((words) => `the time in “${words}” can break in two`);
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

/** Headings and controls that stand above what comes before them for the Tab key and for a screen reader, in the same column. */
const outOfOrder = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const front = document.querySelector("dialog:modal") ?? document.querySelector("main") ?? document.body;
    const stops = [...front.querySelectorAll("h1, h2, h3, a, button, input, select, textarea, summary")]
      .map((element) => element.closest("label") ?? element)
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const nameOf = ({ textContent, id }: Element) => `“${textContent?.trim().slice(0, 30) || id}”`;
    return stops.flatMap(({ element, box }, index) => {
      const before = stops[index - 1];
      const isAbove = before && box.bottom <= before.box.top + 1;
      return isAbove && box.left < before.box.right - 1 && box.right > before.box.left + 1
        ? [`${nameOf(element)} stands above ${nameOf(before.element)}, which comes before it`]
        : [];
    });
  });

/** A first heading that is not seen without scrolling. */
const belowTheFold = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const navigation = document.querySelector("nav")?.getBoundingClientRect().top ?? 0;
    // On a computer the navigation stands at the side.
    const fold = navigation > innerHeight / 2 ? navigation : innerHeight;
    // The panel for text size pushes the page down while it is open.
    const isPushed = document.querySelector("#display:not([hidden]), dialog:modal") !== null;
    const first = document.querySelector("main :is(h1, h2)");
    const isBelow = first && !isPushed && first.getBoundingClientRect().bottom > fold;
    return isBelow ? [`“${first.textContent?.trim()}” is below the fold`] : [];
  });

/** Reads the page at each width without loading it again: words in the largest text, controls in the usual one. */
export async function everyObstruction(page: Page, widths: readonly number[]): Promise<string[]> {
  const found = await breakableTimes(page);
  const setText = (size: string) =>
    page.evaluate((size) => document.documentElement.setAttribute("data-text", size), size);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    await setText("30");
    const broken = await brokenWords(page);
    await setText("20");
    const obstructed = [
      ...broken,
      ...(await covered(page)),
      ...(await outOfOrder(page)),
      ...(await belowTheFold(page)),
    ];
    found.push(...obstructed.map((words) => `${width} px: ${words}`));
  }
  return found;
}
