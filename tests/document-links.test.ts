// Links between the documents work, and so do the names of documents in the code. What documents say of the code is not
// parsed, so code can move.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

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

/** A document's links to other documents and images in the repository. */
function linksIn(document: string): string[] {
  const text = read(document).replace(fencedCode, "").replace(inlineCode, "");
  return [...text.matchAll(/\]\(\s*([^)\s]+)\s*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && /^#|\.(md|png)(#|$)/.test(target));
}

function isBroken(document: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? document : relative(root, join(root, dirname(document), file));
  if (path.startsWith("..") || !existsSync(join(root, path))) return true;
  return anchor !== undefined && !anchorsIn(path).includes(anchor);
}

const code = ["bench", "contract", "dev", "ops", "scripts", "server", "tests", "web", ".github"].flatMap(
  (folder) => globSync(`${folder}/**/*.{ts,tsx,js,service,yml,ini,md}`, { cwd: root }),
);
const configurations = [".env.example", "Dockerfile", "compose.yaml", "ops/porchlight"];

it("every document that code, messages and configurations name is there", () => {
  const missing = [...code, ...configurations].flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md/g)]
      .map(([document]) => document)
      .filter((document) => !existsSync(join(root, document)))
      .map((document) => `${file} -> ${document}`),
  );
  expect(missing).toEqual([]);
});

describe("links between the documents", () => {
  const documents = [...globSync("*.md", { cwd: root }), ...globSync("docs/**/*.md", { cwd: root })];

  it("lead to a document or an image, and to a heading in it", () => {
    const broken = documents.flatMap((document) =>
      linksIn(document)
        .filter((target) => isBroken(document, target))
        .map((target) => `${document} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });
});
