// Every screen, in every theme, text size and width.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { everyScreen } from "../support/screens/every-screen.ts";
import { settled, stretch, visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag2aaa", "best-practice"];
/** What a theme, a text size or a place on the screen can change; all the rest stands in the markup. */
const visible = ["color-contrast", "color-contrast-enhanced", "link-in-text-block", "target-size"];
const themes = ["light", "dark", "contrast"];
const texts = ["20", "24", "30"];
const widths = [320, 768, 1280];

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const violations = (page: Page, theme: string, runOnly: readonly string[]) =>
  page.evaluate(
    async ([theme, runOnly]) => {
      document.documentElement.setAttribute("data-theme", theme);
      const options = { runOnly, resultTypes: ["violations"], preload: false };
      const result: { violations: Violation[] } = await Reflect.get(window, "axe").run(options);
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
      );
    },
    [theme, runOnly] as const,
  );

async function everyViolation(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths)
    for (const text of texts) {
      await stretch(page, width, text);
      for (const theme of themes) {
        const rules = theme === "light" && text === "20" ? levels : visible;
        const lines = await violations(page, theme, rules);
        found.push(...lines.map((line) => `${theme} ${text} ${width} px: ${line}`));
      }
    }
  return found;
}

/** Before anything is said: what there is to say it in, and what the screen is called. */
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

// Colors on their way to others have no contrast to speak of.
const atRest = { reducedMotion: "reduce" } as const;

it.for(everyScreen)("nobody is shut out of: $name", async ({ show }) => {
  const page = await settled(await show(visitOf(server(), windows, atRest)));
  expect(await outline(page)).toEqual({ headings: 1, titles: 1, isNamed: true, speaks: true });
  await page.evaluate(axeSource);
  expect(await everyViolation(page)).toEqual([]);
});
