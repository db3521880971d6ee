import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const sources = ["web", "contract", "index.html", "vite.config.ts", "package-lock.json", "scripts/build.ts"];

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path, { recursive: true }).map((name) => statSync(join(path, name)).mtimeMs);
  return Math.max(stats.mtimeMs, ...inside);
}

/** Whether dist/ is newer than all that it is made of. The landing is written last. */
export function isBuilt() {
  const landing = join(root, "dist", "landing.html");
  if (!existsSync(landing)) return false;
  const builtAt = statSync(landing).mtimeMs;
  return sources.every((source) => newest(join(root, source)) <= builtAt);
}
