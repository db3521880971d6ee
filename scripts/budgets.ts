// How much a visitor has to download, as brotli. A build over its budget fails the check.
import { measureBundle } from "#tests/support/bundle.ts";

const budgets = { landingPage: 12, homeScripts: 90, largestLazyPage: 40, styles: 16 };

const sizes = await measureBundle("dist");
let isOver = false;
for (const [name, limit] of Object.entries(budgets)) {
  const kilobytes = sizes[name as keyof typeof budgets] / 1000;
  const verdict = kilobytes <= limit ? "ok" : "OVER";
  isOver ||= kilobytes > limit;
  console.log(`${name.padEnd(16)} ${kilobytes.toFixed(1).padStart(6)} KB of ${limit} KB  ${verdict}`);
}
process.exit(isOver ? 1 : 0);
