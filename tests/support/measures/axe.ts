// Runs axe-core on one screen in the themes, text sizes and widths that can affect the result.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag2aaa", "best-practice"];
/** The rules that depend on the theme. Enhanced contrast implies ordinary contrast. */
const colored = ["color-contrast-enhanced", "link-in-text-block"];
/** The rules that also depend on text size or width. All others read only the markup. */
const visible = [...colored, "target-size"];
const themes = ["light", "dark", "contrast"] as const;

export interface Appearance {
  width: number;
  text: "20" | "24" | "30";
  /** The themes in which axe-core checks the screen. */
  themes: readonly (typeof themes)[number][];
}

/**
 * One run of each kind: both layouts, the largest text, and every theme. The other sizes are only measured.
 */
export const eachKind: readonly Appearance[] = [
  { width: 1280, text: "20", themes: ["light"] },
  { width: 320, text: "30", themes: ["light"] },
  { width: 320, text: "20", themes },
  { width: 768, text: "24", themes: [] },
];

export const everyCombination: readonly Appearance[] = [320, 768, 1280].flatMap((width) =>
  (["20", "24", "30"] as const).map((text) => ({ width, text, themes })),
);

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** axe-core checks for 7:1 only on request. Text that meets it also meets 4.5:1. */
const rules = { "color-contrast-enhanced": { enabled: true }, "color-contrast": { enabled: false } };

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
    [theme, runOnly, rules] as const,
  );

function rulesFor(theme: string, text: string): readonly string[] {
  if (theme !== "light") return colored;
  return text === "20" ? levels : visible;
}

export const injectAxe = (page: Page): Promise<unknown> => page.evaluate(axeSource);

/** Finds the accessibility violations of the page at its current size. */
export async function findViolations(page: Page, { text, themes }: Appearance): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    const lines = await violations(page, theme, rulesFor(theme, text));
    found.push(...lines.map((line) => `${theme}: ${line}`));
  }
  return found;
}
