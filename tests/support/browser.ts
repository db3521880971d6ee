import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];

const inPath = (): string[] =>
  (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

const usual = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium: the one named in the environment, an installed one, or Playwright's. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM;
  if (given) return given;
  return [...inPath(), ...usual, chromium.executablePath()].find((path) => existsSync(path));
}
