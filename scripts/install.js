import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const isWindows = process.platform === "win32";

/** Node.js 26, from the npm package "node". */
export const node26 = join(root, "node_modules", "node", "bin", isWindows ? "node.exe" : "node");

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

// npm writes this file last, so that an install that was cut off counts as none.
const isInstalled = () =>
  modified(join(root, "node_modules", ".package-lock.json")) >= modified(join(root, "package-lock.json")) &&
  existsSync(node26);

function npm(...args) {
  const path = process.env.npm_execpath;
  const options = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };
  if (path?.endsWith(".js")) return spawnSync(process.execPath, [path, ...args], options);
  return spawnSync(isWindows ? "npm.cmd" : "npm", args, { ...options, shell: isWindows });
}

/** Installs what package-lock.json names, unless it is there. */
export function installIfNeeded() {
  if (isInstalled()) return;
  console.log("Installing what Porchlight needs. This takes a minute or two.");
  const { status } = npm("ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error");
  if (status !== 0)
    throw new Error("npm could not install the dependencies. Is there a connection to the npm registry?");
  const version = spawnSync(node26, ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (!version.startsWith("v26.")) {
    throw new Error('Node.js 26 did not come with the npm package "node". Please run: npm rebuild node');
  }
}
