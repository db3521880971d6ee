import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** For each build, its sources and the file that it writes last. */
const builds = {
  web: {
    sources: ["web", "contract", "index.html", "vite.config.ts", "package-lock.json"],
    last: "dist/landing.html",
  },
  server: {
    sources: ["server", "contract", "dev", "package-lock.json", "vite.server.config.ts"],
    last: "dist-server/main.js",
  },
};

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path, { recursive: true }).map((name) => statSync(join(path, name)).mtimeMs);
  return Math.max(stats.mtimeMs, ...inside);
}

/** Whether a build is newer than all of its sources. */
export function isBuilt(name) {
  const { sources, last } = builds[name];
  const file = join(root, last);
  if (!existsSync(file)) return false;
  const builtAt = statSync(file).mtimeMs;
  return sources.every((source) => newest(join(root, source)) <= builtAt);
}
