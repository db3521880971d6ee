// Checks that every tap target is large enough, and far enough from its neighbors.
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Target {
  name: string;
  kind: "plain" | "primary" | "tile";
  /** Toasts lie on top of the page, so they are compared only with each other. */
  isInToast: boolean;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Bounds {
  gap: number;
  plain: number;
  primary: number;
  tile: number;
}

const everyday: Bounds = { gap: 12, plain: 56, primary: 72, tile: 112 };
const admin: Bounds = { gap: 8, plain: 48, primary: 48, tile: 112 };

/** Everything that can be tapped, except links in running text and the hidden skip link. */
const targetsIn = (page: Page): Promise<Target[]> =>
  page.evaluate(() => {
    // Nothing behind a dialog can be tapped. One without controls, such as the picture frame, is itself what is tapped.
    const dialog = document.querySelector("dialog:modal");
    const controls = [
      ...(dialog ?? document).querySelectorAll("a, button, input, select, textarea, summary"),
    ];
    const native = dialog && controls.length === 0 ? [dialog] : controls;
    const rows = new Set(native.map((element) => element.closest("label") ?? element));
    const isTapped = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(element).display !== "inline" &&
      element.getAttribute("href") !== "#main";
    const kindOf = ({ className }: Element) => {
      if (/_tile_/.test(className)) return "tile";
      return /_primary_/.test(className) ? "primary" : "plain";
    };
    return [...rows].filter(isTapped).map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const words = element.textContent?.trim() || element.id;
      const name = `${element.localName} "${words.slice(0, 30)}"`;
      const isInToast = element.closest("[aria-label^=Messages]") !== null;
      return { name, kind: kindOf(element), isInToast, left, top, right, bottom };
    });
  });

const between = (one: Target, other: Target): number =>
  Math.max(
    Math.max(one.left, other.left) - Math.min(one.right, other.right),
    Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom),
  );

function tooSmall(targets: Target[], bounds: Bounds): string[] {
  const low = targets.filter(({ kind, top, bottom }) => bottom - top < bounds[kind] - 0.5);
  return low.map(({ name, kind, top, bottom }) => `${name} (${kind}) is ${Math.round(bottom - top)} px high`);
}

const tooClose = (targets: Target[], { gap }: Bounds): string[] =>
  targets.flatMap((one, index) =>
    targets
      .slice(index + 1)
      .filter((other) => other.isInToast === one.isInToast && between(one, other) < gap - 0.5)
      .map((other) => `${one.name} and ${other.name} are ${Math.round(between(one, other))} px apart`),
  );

/** Finds targets that are too small or too close together for a shaky finger, in the high-contrast theme. */
export async function missedTargets(page: Page): Promise<string[]> {
  const isAdmin = await page.evaluate(() => {
    document.documentElement.setAttribute("data-theme", "contrast");
    return document.documentElement.dataset.area === "admin";
  });
  const targets = await targetsIn(page);
  const isPictureFrame = targets[0]?.name.startsWith("dialog") ?? false;
  expect(targets.length).toBeGreaterThan(isPictureFrame ? 0 : 2);
  const bounds = isAdmin ? admin : everyday;
  return [...tooSmall(targets, bounds), ...tooClose(targets, bounds)];
}
