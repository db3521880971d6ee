// Nothing is lost on a small screen, in large text, or in wider spacing.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { everyScreen } from "../support/screens/every-screen.ts";
import { settled, visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** WCAG 1.4.12, in a sheet that the content security policy lets through. */
const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const spacing = "line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em";
    sheet.replaceSync(`* { ${spacing} !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
  });

/** What does not fit: the page itself, and boxes that cut off their words or let them stick out. */
const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName}.${element.className} "${element.textContent?.slice(0, 30)}"`;
    const isSpoken = ({ clientWidth, clientHeight }: Element) => clientWidth <= 1 || clientHeight <= 1;
    const isTooSmall = (element: Element) => {
      const { overflowX, display } = getComputedStyle(element);
      const isWide = element.scrollWidth > element.clientWidth + 1;
      const isHigh = element.scrollHeight > element.clientHeight + 1;
      if (display === "inline" || isSpoken(element)) return false;
      return isWide || (overflowX !== "visible" && isHigh);
    };
    const { scrollWidth, clientWidth } = document.documentElement;
    const boxes = [...document.querySelectorAll("body *:not(svg, svg *, input, textarea, option)")];
    const sideways = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    return [...sideways, ...boxes.filter(isTooSmall).map(nameOf)];
  });

async function resize(page: Page, width: number, height: number, text: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);
}

it.for(everyScreen)("nothing is cut off on: $name", async ({ show }) => {
  const page = await settled(await show(visitOf(server(), windows)));
  await resize(page, 320, 256, "20");
  const zoomed = await overflows(page);
  await resize(page, 320, 640, "30");
  const large = await overflows(page);
  await spaceOut(page);
  await resize(page, 320, 640, "20");
  const spaced = await overflows(page);
  await resize(page, 1280, 800, "20");
  const spacedOnDesk = await overflows(page);
  expect({ zoomed, large, spaced, spacedOnDesk }).toEqual({
    ...{ zoomed: [], large: [], spaced: [], spacedOnDesk: [] },
  });
});
