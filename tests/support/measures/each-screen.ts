// Checks a screen's accessibility, target sizes and overflow after opening it once.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type Screen, settled, stretch, visitOf } from "../screens/visit.ts";
import { useServer } from "../server.ts";
import { dist, useWindows } from "../window.ts";
import { type Appearance, findViolations, injectAxe } from "./axe.ts";
import { everyOverflow } from "./overflow.ts";
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

async function measure(page: Page, appearances: readonly Appearance[]) {
  const [shutOut, missed]: [string[], string[]] = [[], []];
  await injectAxe(page);
  for (const appearance of appearances) {
    const { width, text } = appearance;
    await stretch(page, width, text);
    const at = (words: string) => `${width} px, text ${text}: ${words}`;
    shutOut.push(...(await findViolations(page, appearance)).map(at));
    missed.push(...(await missedTargets(page)).map(at));
  }
  return { shutOut, missed, cutOff: await everyOverflow(page) };
}

/**
 * Adds a test for each screen. Each part of the app has its own file, so that two screens are measured in
 * parallel.
 */
export function measureEach(screens: readonly Screen[], appearances: readonly Appearance[]): void {
  const server = useServer({ dist });
  const windows = useWindows();
  it.for(screens)(
    "$name is accessible: no axe violation, every target easy to tap, nothing cut off",
    async ({ show }) => {
      const page = await settled(await show(visitOf(server(), windows, atRest)));
      expect(await outline(page)).toEqual({ headings: 1, titles: 1, isNamed: true, speaks: true });
      const found = await measure(page, appearances);
      expect(found).toEqual({ shutOut: [], missed: [], cutOff: [] });
    },
  );
}
