// axe-core on one screen, in the themes, text sizes and widths that can differ in what they find.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { stretch } from "../screens/visit.ts";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag2aaa", "best-practice"];
/** The rules whose result a theme can change. */
const colored = ["color-contrast-enhanced", "link-in-text-block"];
/** The rules whose result a text size or a width can change too; all the others read only the markup. */
const visible = [...colored, "target-size"];
// Whatever keeps the enhanced contrast keeps this one, which costs as much again.
const implied = { "color-contrast": { enabled: false } };
const themes = ["light", "dark", "contrast"] as const;

export interface Appearance {
  width: number;
  text: "20" | "24" | "30";
  themes: readonly (typeof themes)[number][];
}

/** One run of each kind: both layouts, the largest text, and every theme. */
export const eachKind: readonly Appearance[] = [
  { width: 1280, text: "20", themes: ["light"] },
  { width: 320, text: "30", themes: ["light"] },
  { width: 320, text: "20", themes },
];

export const everyCombination: readonly Appearance[] = [320, 768, 1280].flatMap((width) =>
  (["20", "24", "30"] as const).map((text) => ({ width, text, themes })),
);

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const violations = (page: Page, theme: string, runOnly: readonly string[]) =>
  page.evaluate(
    async ([theme, runOnly, rules]) => {
      document.documentElement.setAttribute("data-theme", theme);
      const options = { runOnly, rules, resultTypes: ["violations"], preload: false };
      const result: { violations: Violation[] } = await Reflect.get(window, "axe").run(options);
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
      );
    },
    [theme, runOnly, implied] as const,
  );

function rulesFor(theme: string, text: string): readonly string[] {
  if (theme !== "light") return colored;
  return text === "20" ? levels : visible;
}

/** What shuts somebody out, each with where it was found. */
export async function findViolations(page: Page, appearances: readonly Appearance[]): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axeSource);
  for (const { width, text, themes } of appearances) {
    await stretch(page, width, text);
    for (const theme of themes) {
      const lines = await violations(page, theme, rulesFor(theme, text));
      found.push(...lines.map((line) => `${theme} ${text} ${width} px: ${line}`));
    }
  }
  return found;
}
