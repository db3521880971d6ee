// Finds the browser that the journeys need, or installs one from Playwright or the package manager.
import { spawnSync } from "node:child_process";
import { findBrowser } from "#tests/support/browser.ts";

const installers = [
  ["node_modules/.bin/node", "node_modules/playwright-core/cli.js", "install", "--with-deps", "chromium"],
  ["apt-get", "install", "-y", "-qq", "chromium", "chromium-headless-shell"],
  ["apt-get", "install", "-y", "-qq", "chromium"],
  ["dnf", "install", "-y", "-q", "chromium"],
  ["apk", "add", "-q", "chromium"],
];

function attempt([program = "", ...args]: string[]): void {
  const isPackageManager = !program.includes("/");
  const asRoot = isPackageManager && process.getuid?.() !== 0 ? ["sudo", "-n"] : [];
  const run = (...command: string[]) => {
    const [first = "", ...rest] = [...asRoot, ...command];
    return spawnSync(first, rest, { stdio: "ignore", timeout: 300_000 });
  };
  if (program === "apt-get") run("apt-get", "update", "-qq");
  run(program, ...args);
}

function install(): void {
  console.log("Installing a browser for the tests.");
  for (const installer of installers) {
    attempt(installer);
    if (findBrowser()) return;
  }
  console.error("The tests need a browser. Please install Chromium, or name one in CHROMIUM.");
  process.exit(1);
}

if (!findBrowser()) install();
