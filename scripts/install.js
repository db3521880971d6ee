import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const isWindows = process.platform === "win32";

/** Node.js 26, from the npm package "node". */
export const node26 = join(root, "node_modules", "node", "bin", isWindows ? "node.exe" : "node");

function packagesIn(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/**
 * Whether every package in the lockfile is installed in its locked version. Optional packages depend on the
 * platform.
 */
function isInstalled() {
  // npm writes this file last, so an interrupted install counts as missing.
  const installed = packagesIn("node_modules/.package-lock.json");
  const wanted = Object.entries(packagesIn("package-lock.json")).filter(
    ([path, { optional }]) => path && !optional,
  );
  return existsSync(node26) && wanted.every(([path, { version }]) => installed[path]?.version === version);
}

/** Runs the npm that runs us, or else the one in the path. */
export function npm(args, stdio) {
  const path = process.env.npm_execpath;
  const options = { cwd: root, stdio, encoding: "utf8" };
  if (path?.endsWith(".js")) return spawnSync(process.execPath, [path, ...args], options);
  return spawnSync(isWindows ? "npm.cmd" : "npm", args, { ...options, shell: isWindows });
}

/** The exit code of a program whose libraries the system's loader did not find. */
const missingLibrary = 127;

/** Throws a sentence if Node.js 26 cannot run on this machine. */
export function refuseMissingLibrary(code) {
  if (code !== missingLibrary && code !== null) return;
  const { stderr } = spawnSync(node26, ["--version"], { encoding: "utf8" });
  const [, library] = /(lib[\w+-]+)\.so\S*: cannot open shared object file/.exec(stderr ?? "") ?? [];
  if (!library) return;
  const debian = library === "libatomic" ? " On Debian and Ubuntu: apt install libatomic1" : "";
  throw new Error(`Node.js 26 needs the library ${library}, which this machine does not have.${debian}`);
}

/** Installs the packages in package-lock.json unless they are already there. */
export function installIfNeeded() {
  if (isInstalled()) return;
  console.log("Installing what Porchlight needs. This takes a minute or two.");
  const { status } = npm(
    ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
    ["ignore", "ignore", "inherit"],
  );
  if (status !== 0) refuseMissingLibrary(missingLibrary);
  if (status !== 0)
    throw new Error("npm could not install the dependencies. Can this machine reach the npm registry?");
  const { status: code, stdout } = spawnSync(node26, ["--version"], { encoding: "utf8" });
  refuseMissingLibrary(code);
  const version = stdout ?? "";
  if (!version.startsWith("v26.")) {
    throw new Error('The npm package "node" did not install Node.js 26. Please run: npm rebuild node');
  }
}
