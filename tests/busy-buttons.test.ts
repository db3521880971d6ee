// On a slow connection a person must see that their press was taken. Every part of the app that writes shows that it is
// at work: by a busy button, a form's busy button, or a switch that is being saved.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = globSync("web/**/*.{ts,tsx}", { cwd: root })
  .filter((path) => !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The top-level declarations of a file: from each name to the next blank line before another one. */
const declarations = (text: string) => text.split(/\n\n(?=(?:\/\*\*|\/\/|export|const|function))/);

/** The names of hooks that return what `useMutation` returns. */
function writingHooks(): Set<string> {
  const hooks = new Set(["useMutation"]);
  for (let found = 0; found < hooks.size; ) {
    found = hooks.size;
    const isReturned = new RegExp(`(?:return|=>)\\s+(?:${[...hooks].join("|")})\\b[(<]`);
    for (const declaration of sources.flatMap(({ text }) => declarations(text))) {
      const name = /^(?:export )?(?:const|function) (use[A-Z]\w*)/m.exec(declaration)?.[1];
      if (name && isReturned.test(declaration)) hooks.add(name);
    }
  }
  return hooks;
}

const hooks = writingHooks();
const components = sources.filter(({ path }) => path.endsWith(".tsx"));
const showsWork = /\b(?:isPending|isIdle|SavedSwitch|useSchemaForm|onSubmit|CodeForm|PictureEditor)\b/;

/** The writes of a file whose progress nothing shows. */
function silentWrites(text: string): string[] {
  return [...text.matchAll(/const (\{[^}]*\}|\w+) = (use[A-Z]\w*)[(<]/g)].flatMap(
    ([, result = "", hook = ""]) => {
      if (!hooks.has(hook)) return [];
      const isShown = result.startsWith("{")
        ? showsWork.test(result) || showsWork.test(text.replaceAll(/isPending|isIdle/g, ""))
        : new RegExp(`\\b${result}\\.isPending\\b|[{(=,] ?${result}[,})]`).test(text);
      return isShown ? [] : [`${hook} as ${result}`];
    },
  );
}

test("every write in a component is shown while it is under way", () => {
  expect(hooks.size).toBeGreaterThan(50);
  const silent = components.flatMap(({ path, text }) =>
    silentWrites(text).map((write) => `${path}: ${write}`),
  );
  expect(silent).toEqual([]);
});

test("every button that submits a form is busy while the form is", () => {
  const buttons = components
    .filter(({ text }) => text.includes("<Form of="))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/<Button\b(?:[^>]|=>)*?>/g)].map(([tag]) => ({ path, tag })),
    )
    .filter(({ tag }) => tag.includes('type="submit"'));
  expect(buttons.length).toBeGreaterThan(15);
  expect(buttons.filter(({ tag }) => !tag.includes("isBusy={"))).toEqual([]);
});
