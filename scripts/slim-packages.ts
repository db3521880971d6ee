// Removes the parts of packages that none of our pages use from the web build.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Each starts with a list such as `var React = require("react"), Scheduler = require("scheduler");`. */
const requireList = /var ((?:\w+ = require\("[\w-]+"\)[,;]\s*)+)/g;

/** Rewrites one of React's files as an ES module, so that a build can leave out parts and shorten all names. */
function toModule(code: string): string {
  const names = new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name = ""]) => name));
  const module = code
    .replace(requireList, (_, list: string) =>
      list.replace(/(\w+) = require\("([\w-]+)"\)[,;]/g, 'import * as $1 from "$2";'),
    )
    // Only React's own tests have these.
    .replace(/\bScheduler\.(log|unstable_setDisableYieldValue)\b/g, "undefined")
    .replace(/^exports\.(\w+) =/gm, "var exported_$1 =")
    .replace(/\bexports\.(\w+)/g, "exported_$1");
  if (/\b(exports|require)\b/.test(module)) throw new Error("React's files have another form than before.");
  return `${module}\nexport { ${[...names].map((name) => `exported_${name} as ${name}`)} };`;
}

/** React publishes only CommonJS, which a build has to include as a whole. */
export const reactModules = (): Plugin => ({
  name: "react-modules",
  enforce: "pre",
  // Other builds take the development files, which check more.
  apply: (_, { command, isSsrBuild }) =>
    command === "build" && !isSsrBuild && process.env.NODE_ENV === "production",
  load: {
    filter: { id: /\/node_modules\/(react|react-dom|scheduler)\/[\w-]+\.js$/ },
    async handler(id) {
      const [, file] =
        (await readFile(id, "utf8")).match(/require\('\.\/(cjs\/[\w-]+\.production\.js)'\)/) ?? [];
      if (!file) throw new Error(`${id} has another form than before.`);
      return toModule(await readFile(join(dirname(id), file), "utf8"));
    },
  },
  transform: {
    filter: { id: /\/node_modules\/(@radix-ui|react-hook-form)\// },
    handler: (code) =>
      code
        // Radix hides names that older versions of React don't have.
        .replace(/\[" (\w+) "\.trim\(\)\.toString\(\)\]/g, ".$1")
        .replace(/\bimport React from\b/, "import * as React from"),
  },
});

type IconNode = readonly (readonly [tag: string, attributes: Record<string, string>])[];

const drawn = "\0drawn-icon";

/** Draws an icon of lucide-react with the default settings, which `web/ui/picture/icon.tsx` does not change. */
const drawnIcon = `
  import { createElement } from "react";
  const shared = {
    xmlns: "http://www.w3.org/2000/svg", width: 24, height: 24, viewBox: "0 0 24 24", fill: "none",
    stroke: "currentColor", strokeLinecap: "round", strokeLinejoin: "round",
  };
  export const drawn = (...parts) => (props) =>
    createElement("svg", { ...shared, ...props }, ...parts.map((part) => createElement(...part)));`;

/** Icons without sizes, colors, contexts, names and class names, which only other projects use. */
export const slimIcons = (): Plugin => ({
  name: "slim-icons",
  apply: "build",
  resolveId: { filter: { id: /^\0drawn-icon$/ }, handler: (id) => id },
  load: {
    filter: { id: /^\0drawn-icon$|\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    async handler(id) {
      if (id === drawn) return drawnIcon;
      const { __iconData }: { __iconData?: { node: IconNode } } = await import(pathToFileURL(id).href);
      // A former name only points to the icon.
      if (!__iconData) return null;
      const parts = __iconData.node.map(([tag, { key: _, ...attributes }]) =>
        JSON.stringify([tag, attributes]),
      );
      return `import { drawn } from "${drawn}";\nexport default /* @__PURE__ */ drawn(${parts});`;
    },
  },
});

/** Fetches the files that a lazy one imports at the same time. Vite's own helper also waits for styles. */
const preloadHelper = `
  const rel = document.createElement("link").relList?.supports?.("modulepreload") ? "modulepreload" : "preload";
  const seen = new Set();
  export const __vitePreload = (load, files = []) => {
    for (const file of files) {
      if (seen.has(file)) continue;
      seen.add(file);
      document.head.append(
        Object.assign(document.createElement("link"), { rel, as: "script", crossOrigin: "", href: "/" + file }),
      );
    }
    return load();
  };`;

export const slimPreloads = (): Plugin => ({
  name: "slim-preloads",
  enforce: "pre",
  apply: "build",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => preloadHelper,
  },
});
