import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

type Theme = Record<string, string>;

const css = readFileSync(new URL("./colors.css", import.meta.url), "utf8");

function themeNamed(name: string): Theme {
  const block = css.match(new RegExp(`\\[data-theme="${name}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gi)].map((m) => [m[1], m[2]]));
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Theme, one: string, other: string): number {
  const [a, b] = [one, other].map((name) => {
    const color = theme[name];
    if (!color) throw new Error(`There is no color --${name}.`);
    return luminance(color);
  });
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

const grounds = ["canvas", "surface", "sunken"];
const statuses = ["danger", "success", "warn", "info"];
const categories = ["tech", "house", "rides", "health", "bills", "social", "food", "other"];
const tints = [...statuses, ...categories].map((name) => `${name}-tint`);

const onGrounds = (names: string[]) =>
  names.flatMap((name) => grounds.map((ground) => [name, ground] as const));

const texts = [
  ...onGrounds(["ink", "ink-2", "primary", ...statuses]),
  ["on-primary", "primary"],
  ["on-help", "help"],
  ["on-pine", "pine"],
] as const;
const controls = onGrounds(["control", "focus", "help-edge"]);

describe.each(["light", "dark", "contrast"])("the colors of the %s theme", (name) => {
  const theme = themeNamed(name);

  it.each(texts)("%s on %s is readable: at least 7:1", (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(7);
  });

  it.each(controls)("%s stands out from %s: at least 3:1", (edge, ground) => {
    expect(contrast(theme, edge, ground)).toBeGreaterThanOrEqual(3);
  });

  it.each(tints)("ink on %s is at least 11.5:1", (tint) => {
    expect(contrast(theme, "ink", tint)).toBeGreaterThanOrEqual(11.5);
  });

  it.each(statuses)("%s on its own tint is at least 7.5:1", (status) => {
    expect(contrast(theme, status, `${status}-tint`)).toBeGreaterThanOrEqual(7.5);
  });

  it.each(categories)("%s stands out from its own tint: at least 3:1", (category) => {
    expect(contrast(theme, category, `${category}-tint`)).toBeGreaterThanOrEqual(3);
  });
});

const web = new URL("../", import.meta.url);
const stylesheets = globSync("**/*.css", { cwd: fileURLToPath(web) }).filter(
  (file) => file !== "ui/colors.css",
);

it.each(stylesheets)("%s uses only colors from the tokens", (file) => {
  expect(readFileSync(new URL(file, web), "utf8")).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
});
