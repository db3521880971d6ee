// Holds docs/specification-coverage.md: every line of the specification names tests, and every test it names is there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** The specification does not travel with the product: where it is not there, the document stands for itself. */
const specification = join(root, "../shared/spec/000_efbe20f90eb9e9fe.txt");

interface Line {
  /** Under which heading of the second level it stands. */
  section: string;
  words: string;
}

interface Covered extends Line {
  /** `file: words in the name of the test`. */
  tests: string[];
}

const cellsOf = (row: string) =>
  row
    .replace(/^\||\|$/g, "")
    .split(" | ")
    .map((cell) => cell.trim());
const isRow = (text = "") => text.startsWith("| ");
const isRule = (text = "") => /^\|\s*-/.test(text);

/** Walks a Markdown text by its second-level sections. */
function walk<Found extends Line>(
  text: string,
  find: (line: string, next: string | undefined) => Omit<Found, "section">[],
) {
  const lines = text.split("\n");
  let section = "";
  return lines.flatMap((line, index) => {
    if (line.startsWith("## ")) section = line.slice(3).trim();
    return find(line, lines[index + 1]).map((found) => ({ ...found, section }));
  });
}

function covered(): Covered[] {
  return walk<Covered>(read("docs/specification-coverage.md"), (line, next) => {
    if (!isRow(line) || isRule(line) || isRule(next)) return [];
    const [words = "", tests = ""] = cellsOf(line);
    return [{ words, tests: tests.split("<br>").map((test) => test.trim()) }];
  });
}

const ofBullet = (bullet: string) => (/^[^:]{1,59}(?=:)/.exec(bullet)?.[0] ?? bullet).replace(/\.$/, "");

/** Two lists that are written as a paragraph. */
function inParagraph(line: string): string[] {
  if (line.startsWith("Verification code sent (")) return line.replace(/\.$/, "").split("; ");
  if (!line.startsWith('"No events')) return [];
  return [...line.matchAll(/"([^"]+)"/g)].map(([, words = ""]) => words);
}

function wordsIn(line: string, next: string | undefined): string[] {
  if (isRow(line)) return isRule(line) || isRule(next) ? [] : cellsOf(line).slice(0, 1);
  return line.startsWith("- ") ? [ofBullet(line.slice(2))] : inParagraph(line);
}

/** Rows of tables, bullets and paragraphs of sections 2 to 9. */
const specified = (): Line[] =>
  walk<Line>(readFileSync(specification, "utf8"), (line, next) =>
    wordsIn(line, next).map((words) => ({ words })),
  ).filter(({ section }) => /^[2-9]\. /.test(section));

describe("the coverage of the specification", () => {
  it("names tests that are there", () => {
    const missing = covered().flatMap(({ tests, words }) =>
      tests
        .filter((test) => {
          const [file = "", name] = test.split(/: (.*)/s);
          return !name || !existsSync(join(root, file)) || !read(file).includes(name);
        })
        .map((test) => `${words}: ${test}`),
    );
    expect(missing).toEqual([]);
  });

  it.runIf(existsSync(specification))("has every line of the specification", () => {
    const keys = new Set(covered().map(({ section, words }) => `${section} > ${words}`));
    const lines = specified().map(({ section, words }) => `${section} > ${words}`);
    expect(lines.length).toBeGreaterThan(180);
    expect(lines.filter((line) => !keys.has(line))).toEqual([]);
  });
});
