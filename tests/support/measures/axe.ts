// Runs axe-core on one screen in the themes, text sizes and widths that can affect the result.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag2aaa", "best-practice"];
/** The rules that depend on the theme. Enhanced contrast leaves everything below 4.5:1 to the other rule. */
const colored = ["color-contrast", "color-contrast-enhanced", "link-in-text-block"];
const themes = ["light", "dark", "contrast"] as const;

interface Check {
  theme: (typeof themes)[number];
  /** Names of rules, or tags that stand for several. */
  rules: readonly string[];
}

export interface Appearance {
  width: number;
  text: "20" | "24" | "30";
  checks: readonly Check[];
}

/**
 * Checks all rules once, and each rule again where its outcome can change. Most rules read only the markup. Colors change with
 * the theme, and what they lie on with the width. Sizes change with the width and the text, whose contrast may be lower the
 * larger it is.
 */
export const eachKind: readonly Appearance[] = [
  { width: 1280, text: "20", checks: [{ theme: "light", rules: levels }] },
  { width: 768, text: "24", checks: [] },
  {
    width: 320,
    text: "20",
    checks: [
      { theme: "light", rules: [...colored, "target-size"] },
      { theme: "dark", rules: colored },
      { theme: "contrast", rules: colored },
    ],
  },
  { width: 320, text: "30", checks: [{ theme: "light", rules: ["target-size"] }] },
];

/** For a further state of a page: it adds markup, and elements on a small screen. */
export const narrow: readonly Appearance[] = [
  { width: 320, text: "20", checks: [{ theme: "light", rules: levels }] },
  { width: 320, text: "30", checks: [] },
];

/** Checks all rules in each theme, text size and width. */
export const everyCombination: readonly Appearance[] = [320, 768, 1280].flatMap((width) =>
  (["20", "24", "30"] as const).map((text) => ({
    width,
    text,
    checks: themes.map((theme) => ({ theme, rules: levels })),
  })),
);

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** axe-core checks for 7:1 only on request. */
const contrast = { "color-contrast-enhanced": { enabled: true } };

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
    [theme, runOnly, contrast] as const,
  );

export const injectAxe = (page: Page): Promise<unknown> => page.evaluate(axeSource);

/** Finds the accessibility violations of the page at its current size. */
export async function findViolations(page: Page, { checks }: Appearance): Promise<string[]> {
  const found: string[] = [];
  for (const { theme, rules } of checks) {
    const lines = await violations(page, theme, rules);
    found.push(...lines.map((line) => `${theme}: ${line}`));
  }
  return found;
}
