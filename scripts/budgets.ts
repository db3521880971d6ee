// Checks how much a visitor has to download, compressed with Brotli. A build over its budget fails the check.
import { measureBundle, scriptsOfHome } from "#tests/support/bundle.ts";

const kilobytes = {
  landingPage: 12,
  homeScripts: 115,
  wholeHome: 115,
  largestLazyPage: 60,
  styles: 16,
  serviceWorker: 22,
};
const maxFilesOfHome = 8;

let isOver = false;
for (const [name, size] of Object.entries(measureBundle("dist"))) {
  const budget = new Map(Object.entries(kilobytes)).get(name) ?? 0;
  const used = size / 1000;
  isOver ||= used > budget;
  console.log(
    `${name.padEnd(16)} ${used.toFixed(1).padStart(6)} KB of ${budget}${used > budget ? "  TOO MUCH" : ""}`,
  );
}
const { length: files } = scriptsOfHome("dist");
isOver ||= files > maxFilesOfHome;
console.log(
  `filesOfHome      ${String(files).padStart(6)} of ${maxFilesOfHome}${files > maxFilesOfHome ? "  TOO MANY" : ""}`,
);
process.exit(isOver ? 1 : 0);
