// Checks how much a visitor has to download, compressed with Brotli. A build over its budget fails the check.
import { measureBundle } from "#tests/support/bundle.ts";

const sizes = measureBundle("dist");

const budgets = [
  { what: "scripts of home", bytes: sizes.homeScripts, maxKilobytes: 115 },
  { what: "largest lazy page", bytes: sizes.largestLazyPage, maxKilobytes: 60 },
  { what: "styles", bytes: sizes.styles, maxKilobytes: 16 },
];

let isOver = false;
for (const { what, bytes, maxKilobytes } of budgets) {
  const kilobytes = bytes / 1000;
  const remark = kilobytes > maxKilobytes ? "  TOO MUCH" : "";
  isOver ||= remark !== "";
  console.log(`${what.padEnd(18)} ${kilobytes.toFixed(1).padStart(6)} KB of ${maxKilobytes}${remark}`);
}
process.exit(isOver ? 1 : 0);
