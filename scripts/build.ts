// Builds the web app into dist/: the client, the prerendered landing page, the service worker, and a compressed copy of
// each file.
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { createApi, createContext, main as serwist } from "@serwist/vite";
import { build, minify } from "vite";
import { everyChunkModuleExists } from "./chunks.ts";

const dist = "dist";
const prerenderDir = join(dist, "prerender");

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

interface Prerender {
  title: string;
  landingHtml: () => Promise<string>;
}

const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));

/** Returns a script that loads the list of the other pages together with the app, where the address is not home's. */
async function otherPagesEarly(): Promise<string> {
  const file = (await readManifest())["web/other-pages.tsx"]?.file;
  if (!file) throw new Error("The list of the other pages is not in the build.");
  const link = `Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/${file}" })`;
  return `if (location.pathname !== "/") document.head.append(${link});`;
}

/** Vite copies the files in public/ unchanged. With a hash in its name, browsers can cache the script forever. */
async function hashDisplayScript(html: string): Promise<string> {
  const source = await readFile(join(dist, "display.js"), "utf8");
  const { code: script } = await minify("display.js", source + (await otherPagesEarly()));
  await rm(join(dist, "display.js"));
  const hash = createHash("sha256").update(script).digest("base64url").slice(0, 8);
  const name = `assets/display-${hash}.js`;
  await writeFile(join(dist, name), script);
  return html.replace("/display.js", `/${name}`);
}

/**
 * Links what the landing page needs beyond the entry file, so that it loads before the scripts request it.
 */
function landingLinks(manifest: Manifest, shell: string): string {
  const landing = manifest["web/landing/landing-page.tsx"];
  if (!landing) throw new Error("The landing page is not in the build.");
  const imported = (landing.imports ?? []).flatMap((name) => manifest[name] ?? []);
  const styles = [landing, ...imported].flatMap((chunk) => chunk.css ?? []);
  const scripts = [landing, ...imported].map((chunk) => chunk.file);
  const links = [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ];
  return links.filter((link) => !shell.includes(link.split('href="')[1] ?? link)).join("\n    ");
}

async function prerenderLanding(shell: string): Promise<string> {
  // The one page that is prerendered is also loaded later by the app.
  const rolldownOptions = { checks: { ineffectiveDynamicImport: false } };
  await build({
    build: { ssr: "web/prerender.tsx", outDir: prerenderDir, rolldownOptions },
    // Its icons are drawn as in the browser.
    ssr: { noExternal: ["lucide-react"] },
    logLevel: "warn",
  });
  const entry = pathToFileURL(join(prerenderDir, "prerender.js")).href;
  const { title, landingHtml }: Prerender = await import(entry);
  const manifest = await readManifest();
  const html = await landingHtml();
  return shell
    .replace(/<title>.*<\/title>/, `<title>${title} - Porchlight</title>`)
    .replace("</head>", `  ${landingLinks(manifest, shell)}\n  </head>`)
    .replace(/<div id="root">.*<\/div>/s, () => `<div id="root" data-prerendered>${html}</div>`);
}

/**
 * The worker holds the list of files kept on the device: the everyday app, without the admin panel and the
 * landing page's pictures.
 */
const worker = createContext(
  {
    swSrc: "web/service-worker.ts",
    swDest: "service-worker.js",
    swUrl: "/service-worker.js",
    // An ES module would keep its whitespace.
    rollupFormat: "iife",
    globDirectory: dist,
    globPatterns: ["index.html", "assets/*.{js,css,woff2,svg}"],
    globIgnores: ["assets/{admin,co-admins,one-line,print}-*", "assets/*-tab-*", "assets/guide-editor-*"],
    modifyURLPrefix: { "": "/" },
    // Their names change with their contents, so the worker takes what the browser has already fetched for the page.
    dontCacheBustURLsMatching: /^\/assets\//,
  },
  undefined,
);

const compressIn = (blockBits: number, plain: Buffer): Buffer =>
  brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGBLOCK]: blockBits,
    },
  });

/** Which block size is best differs from file to file, by more bytes than home's budget has left. */
function compress(plain: Buffer): Buffer {
  const [small, large] = [compressIn(16, plain), compressIn(17, plain)];
  return small.length < large.length ? small : large;
}

async function compressAll(): Promise<void> {
  const files = await readdir(dist, { recursive: true });
  for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
    const plain = await readFile(join(dist, file));
    await writeFile(join(dist, `${file}.br`), compress(plain));
  }
}

await build({ logLevel: "warn", plugins: [everyChunkModuleExists(), serwist(worker, createApi(worker))] });
const shell = await hashDisplayScript(await readFile(join(dist, "index.html"), "utf8"));
await writeFile(join(dist, "index.html"), shell);
const landing = await prerenderLanding(shell);
await rm(prerenderDir, { recursive: true });
// Runs after the other files have their final content, because the worker lists their hashes.
await createApi(worker).generateSW();
await compressAll();
// Comes last, because this file's time shows that the build is complete.
await writeFile(join(dist, "landing.html"), landing);
