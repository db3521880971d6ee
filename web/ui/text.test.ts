import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const inline = "Together|Unbroken|Moment|b|a|time";

/** React drops a line break between text and an element, so the words on both sides run into each other. */
const runsTogether = new RegExp(`[\\w,.;:”]\\n\\s*<(?:${inline})\\b|</(?:${inline})>\\n\\s*[\\w“]`, "g");

it("no word runs into the element before or after it", () => {
  const files = globSync("web/**/*.tsx");
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(runsTogether)].map(
      ({ index }) => `${file}:${text.slice(0, index).split("\n").length}`,
    );
  });
  expect(found).toEqual([]);
});
