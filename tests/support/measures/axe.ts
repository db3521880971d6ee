// axe-core on one screen, in every theme, text size and width.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { stretch } from "../screens/visit.ts";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag2aaa", "best-practice"];
/** What a theme can change. Whatever keeps the enhanced contrast keeps the other one. */
const colored = ["color-contrast-enhanced", "link-in-text-block"];
/** What a text size or a place on the screen can change too; all the rest stands in the markup. */
const visible = [...colored, "target-size"];
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

function rulesFor(theme: string, text: string): readonly string[] {
  if (theme !== "light") return colored;
  return text === "20" ? levels : visible;
}

/** What shuts somebody out, each with where it was found. */
export async function everyViolation(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axeSource);
  for (const width of widths)
    for (const text of texts) {
      await stretch(page, width, text);
      for (const theme of themes) {
        const rules = rulesFor(theme, text);
        const lines = await violations(page, theme, rules);
        found.push(...lines.map((line) => `${theme} ${text} ${width} px: ${line}`));
      }
    }
  return found;
}
