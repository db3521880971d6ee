import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type LaunchOptions } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];

const inPath = (names: readonly string[]): string[] =>
  (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

const usual = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium: the one named in the environment, an installed one, or Playwright's. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM;
  if (given) return given;
  return [...inPath(names), ...usual, chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * Says how to start Chromium's headless shell. It draws the same pages in three quarters of the CPU time, because it
 * has no windows, menus or notifications around them. Where there is no shell, this starts the whole Chromium.
 */
export function findShell(): LaunchOptions {
  const browser = findBrowser() ?? "";
  if (process.env.CHROMIUM) return { executablePath: browser };
  // Playwright installs a shell with its own Chromium, and starts it when no path is given.
  if (browser === chromium.executablePath()) return {};
  const shell = inPath(["chromium-headless-shell"]).find((path) => existsSync(path));
  return { executablePath: shell ?? browser };
}
