// Checks how much a visitor has to download, compressed with Brotli. A build over its budget fails the check. It also prints
// what has grown since the last release, whose sizes `npm run budgets -- --record` writes to sizes.json.
import { readFileSync, writeFileSync } from "node:fs";
import { measureBundle } from "#tests/support/bundle.ts";

const recorded = new URL("sizes.json", import.meta.url);
const sizes = measureBundle("dist");

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

const budgets = [
  { what: "scripts of home", bytes: sizes.homeScripts, maxKilobytes: 129 },
  { what: "largest lazy page", bytes: sizes.largestLazyPage, maxKilobytes: 67 },
  { what: "styles", bytes: sizes.styles, maxKilobytes: 16 },
];

let isOver = false;
for (const { what, bytes, maxKilobytes } of budgets) {
  const remark = bytes / 1000 > maxKilobytes ? "  TOO MUCH" : "";
  isOver ||= remark !== "";
  console.log(`${what.padEnd(18)} ${kilobytes(bytes).padStart(6)} KB of ${maxKilobytes}${remark}`);
}

interface Recorded {
  readonly lazyPages: Record<string, number>;
  readonly scripts: Record<string, number>;
}

const minGrowth = 500;

function printGrowth(what: string, now: Record<string, number>, before: Record<string, number>): void {
  for (const [name, bytes] of Object.entries(now)) {
    const growth = bytes - (before[name] ?? 0);
    if (growth >= minGrowth) console.log(`${what} ${name}: ${kilobytes(bytes)} KB, +${kilobytes(growth)} KB`);
  }
}

const { lazyPages, scripts } = sizes;
if (process.argv.includes("--record")) {
  writeFileSync(recorded, `${JSON.stringify({ lazyPages, scripts } satisfies Recorded, null, 2)}\n`);
} else {
  const before: Recorded = JSON.parse(readFileSync(recorded, "utf8"));
  printGrowth("page", lazyPages, before.lazyPages);
  printGrowth("script", scripts, before.scripts);
}
process.exit(isOver ? 1 : 0);
