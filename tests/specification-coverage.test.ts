// Checks docs/specification-coverage.md: every line of the specification names the files whose tests show it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** The specification is not part of the repository. Without it, only the document itself is checked. */
const specification = join(root, "../shared/spec/000_efbe20f90eb9e9fe.txt");

interface Line {
  /** The second-level heading above the line. */
  section: string;
  words: string;
}

interface Covered extends Line {
  files: string[];
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
    const [words = "", files = ""] = cellsOf(line);
    return [{ words, files: files.split("<br>").map((file) => file.trim()) }];
  });
}

const ofBullet = (bullet: string) => (/^[^:]{1,59}(?=:)/.exec(bullet)?.[0] ?? bullet).replace(/\.$/, "");

/** Two of the specification's lists are written as paragraphs. */
function inParagraph(line: string): string[] {
  if (line.startsWith("Verification code sent (")) return line.replace(/\.$/, "").split("; ");
  if (!line.startsWith('"No events')) return [];
  return [...line.matchAll(/"([^"]+)"/g)].map(([, words = ""]) => words);
}

/** A paragraph is identified by its first words. One that only introduces a list states no requirement. */
function ofParagraph(line: string): string[] {
  if (/^($|#|\||Server-side error codes)|:$/.test(line)) return [];
  return [/^[^.;:]+/.exec(line.replace(/^\d\. /, ""))?.[0] ?? line];
}

function wordsIn(line: string, next: string | undefined): string[] {
  if (isRow(line)) return isRule(line) || isRule(next) ? [] : cellsOf(line).slice(0, 1);
  if (line.startsWith("- ")) return [ofBullet(line.slice(2))];
  const listed = inParagraph(line);
  return listed.length > 0 ? listed : ofParagraph(line);
}

/** Rows of tables, bullets and paragraphs of sections 2 to 9. */
const specified = (): Line[] =>
  walk<Line>(readFileSync(specification, "utf8"), (line, next) =>
    wordsIn(line, next).map((words) => ({ words })),
  ).filter(({ section }) => /^[2-9]\. /.test(section));

describe("the coverage of the specification", () => {
  it("names files that exist", () => {
    const named = covered().flatMap(({ words, files }) => files.map((file) => ({ words, file })));
    expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });

  it.runIf(existsSync(specification))("has every line of the specification", () => {
    const keys = new Set(covered().map(({ section, words }) => `${section} > ${words}`));
    const lines = specified().map(({ section, words }) => `${section} > ${words}`);
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.filter((line) => !keys.has(line))).toEqual([]);
  });
});
