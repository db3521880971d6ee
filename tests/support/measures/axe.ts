// Runs axe-core on one screen in the themes, text sizes and widths that can affect the result.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
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

/** For a further state of a page: what it adds is markup, and places on a small screen. */
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

const axePath = "/axe.js";

/** Lets a test's server answer with axe-core. The browser keeps it compiled, which `page.evaluate` would do for each page. */
export const serveAxe = (app: FastifyInstance): unknown =>
  app.get(axePath, (_, reply) =>
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("text/javascript")
      .send(axeSource),
  );

/** Loads axe-core from the page's server, which answers by `serveAxe`, and otherwise sends it to the page. */
export async function injectAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate((path) => {
    // The security policy asks for a trusted type, and lets any script create one.
    const policy = window.trustedTypes?.createPolicy("axe", { createScriptURL: (url) => url });
    const script = document.createElement("script");
    return new Promise<boolean>((resolve) => {
      script.onload = () => resolve(true);
      // A screen may show what the app says without a connection.
      script.onerror = () => resolve(false);
      script.src = policy?.createScriptURL(path) ?? path;
      document.head.append(script);
    }).finally(() => script.remove());
  }, axePath);
  if (!isLoaded) await page.evaluate(axeSource);
}

/** Finds the accessibility violations of the page at its current size. */
export async function findViolations(page: Page, { checks }: Appearance): Promise<string[]> {
  const found: string[] = [];
  for (const { theme, rules } of checks) {
    const lines = await violations(page, theme, rules);
    found.push(...lines.map((line) => `${theme}: ${line}`));
  }
  return found;
}
