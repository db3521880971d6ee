// Every picture of the product can be taken again with one command.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { pictures } from "../scripts/pictures.ts";

const root = join(import.meta.dirname, "..");

/** The local files that match, relative to the root, in the documents or modules with these names. */
const shown = (names: string, pattern: RegExp): string[] =>
  globSync(names, { cwd: root, exclude: (name) => name === "node_modules" }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(pattern)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => normalize(join(dirname(file), target))),
  );

it("`npm run screenshots` takes each picture in the documents and on the landing page, and no other", () => {
  const inDocuments = shown("{*,docs/**/*}.md", /!\[[^\]]*\]\(([^)#?]+)\)/g);
  const onLanding = shown("web/features/landing/*.tsx", /from "(\.[^"]+\.(?:png|webp|avif|jpe?g))"/g);
  const taken = pictures.map(({ file }) => file);
  expect(taken.sort()).toEqual([...new Set([...inDocuments, ...onLanding])].sort());
  expect(taken.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
