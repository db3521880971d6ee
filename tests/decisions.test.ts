// Checks the documents: decisions are numbered, and links work.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const repeated = (items: readonly string[]) => items.filter((item, place) => items.indexOf(item) !== place);

describe("decisions", () => {
  const decisions = readdirSync(join(root, "docs/decisions"));

  it("are named by a three-digit number and a title", () => {
    expect(decisions.filter((name) => !/^\d{3}(-[a-z0-9]+)+\.md$/.test(name))).toEqual([]);
  });

  it("each have their own number, which their heading repeats", () => {
    expect(repeated(decisions.map((name) => name.slice(0, 3)))).toEqual([]);
    const isTitled = (name: string) => read(`docs/decisions/${name}`).startsWith(`# ${name.slice(0, 3)}. `);
    expect(decisions.filter((name) => !isTitled(name))).toEqual([]);
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
