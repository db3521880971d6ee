// Checks the documents: decisions are short, links work, and the glossary names files that exist.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const repeated = (items: readonly string[]) => items.filter((item, place) => items.indexOf(item) !== place);

describe("decisions", () => {
  const decisions = readdirSync(join(root, "docs/decisions"));
  const maxWords = 200;

  it("are named by a three-digit number and a title", () => {
    expect(decisions.filter((name) => !/^\d{3}(-[a-z0-9]+)+\.md$/.test(name))).toEqual([]);
  });

  it("each have their own number, which their heading repeats", () => {
    expect(repeated(decisions.map((name) => name.slice(0, 3)))).toEqual([]);
    const isTitled = (name: string) => read(`docs/decisions/${name}`).startsWith(`# ${name.slice(0, 3)}. `);
    expect(decisions.filter((name) => !isTitled(name))).toEqual([]);
  });

  it(`have at most ${maxWords} words, so that each fits on a screen`, () => {
    const wordsIn = (name: string) => read(`docs/decisions/${name}`).trim().split(/\s+/).length;
    const long = decisions.filter((name) => wordsIn(name) > maxWords);
    expect(long.map((name) => `${name}: ${wordsIn(name)}`)).toEqual([]);
  });
});

const fencedCode = /^```.*?^```/gms;
const inlineCode = /`[^`\n]*`/g;

/** The ID that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

const anchorsIn = (document: string) =>
  [
    ...read(document)
      .replace(fencedCode, "")
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = ""]) => anchorOf(heading));

/** A document's links and images, except those to other hosts. */
function linksIn(document: string): string[] {
  const text = read(document).replace(fencedCode, "").replace(inlineCode, "");
  return [...text.matchAll(/\]\(\s*([^)\s]+)\s*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function isBroken(document: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? document : relative(root, join(root, dirname(document), file));
  if (path.startsWith("..") || !existsSync(join(root, path))) return true;
  return anchor !== undefined && !anchorsIn(path).includes(anchor);
}

describe("links in the documents", () => {
  const documents = [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    ...globSync("docs/**/*.md", { cwd: root }),
  ];

  it("lead to a file in the repository, and to a heading in it", () => {
    const broken = documents.flatMap((document) =>
      linksIn(document)
        .filter((target) => isBroken(document, target))
        .map((target) => `${document} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

describe("the glossary", () => {
  const rows = read("docs/glossary.md")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  const terms = rows.map((row) => (row.split(" | ")[0] ?? "").replace(/[|`]/g, "").trim().toLowerCase());

  it("has one line for each term, in alphabetical order", () => {
    expect(repeated(terms)).toEqual([]);
    expect(terms).toEqual(terms.toSorted((one, other) => (one < other ? -1 : 1)));
  });

  it("says what each term means, and names a file that exists", () => {
    const line = /^\| [^|]+ \| [^|]+\. \| \[([^\]]+)\]\(([^)]+)\) \|$/;
    const wrong = rows.filter((row) => {
      const [, name, file = ""] = line.exec(row) ?? [];
      return !name || !file.endsWith(name) || !existsSync(join(root, "docs", file));
    });
    expect(wrong).toEqual([]);
  });
});
