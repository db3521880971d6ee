// Writes dist/landing.html: the page for visitors, which can be read before any script has run.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { landingHtml, title } from "#web/app/prerender.tsx";

interface Prerender {
  readonly title: typeof title;
  readonly landingHtml: typeof landingHtml;
}

const prerender = "dist/prerender";
const shell = await readFile("dist/index.html", "utf8");
const { title: pageTitle, landingHtml: draw }: Prerender = await import(
  pathToFileURL(join(prerender, "prerender.js")).href
);
const html = await draw();
await rm(prerender, { recursive: true });
await writeFile(
  "dist/landing.html",
  shell
    .replace(/<title>.*<\/title>/, `<title>${pageTitle} - Porchlight</title>`)
    .replace(/<div id="root">.*<\/div>/s, () => `<div id="root" data-prerendered>${html}</div>`),
);
