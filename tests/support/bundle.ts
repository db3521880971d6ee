// Measures what a visitor downloads, in Brotli bytes, from a build and its manifest.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

interface Chunk {
  file: string;
  name?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

export interface BundleSizes {
  landingPage: number;
  /** The scripts of a signed-in person's home, without the toaster, which loads with the first toast. */
  homeScripts: number;
  /** The same, including what home fetches by itself until all of it is shown, while nobody asks for help. */
  wholeHome: number;
  largestLazyPage: number;
  styles: number;
  serviceWorker: number;
}

function withImports(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(name)) return found;
  found.add(name);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, found);
  return found;
}

/** Files that the page itself links. */
function filesIn(html: string, ending: string): string[] {
  const names = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name);
  return names.filter((name) => name.endsWith(ending));
}

function readManifest(dist: string): Manifest {
  return JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
}

/** The key of a file that `scripts/chunks.ts` names. */
function chunkNamed(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (found === undefined) throw new Error(`The build has no file "${name}".`);
  return found;
}

/** The scripts that a signed-in person's home needs until all of it is shown. */
export function scriptsOfHome(dist: string): string[] {
  const manifest = readManifest(dist);
  const named = filesIn(readFileSync(join(dist, "index.html"), "utf8"), ".js");
  const day = withImports(manifest, chunkNamed(manifest, "day"));
  return [...new Set([...named, ...[...day].map((key) => manifest[key]?.file ?? "")])];
}

/** The scripts of the cards of requests. */
export function scriptsOfRequests(dist: string): string[] {
  const manifest = readManifest(dist);
  const cards = withImports(manifest, chunkNamed(manifest, "requests"));
  return [...cards].map((key) => manifest[key]?.file ?? "");
}

/**
 * The scripts that home fetches for later: those of the help pages and the cards of requests, the list of the other
 * pages, announcements, and what fetches all of these.
 */
export function scriptsInAdvance(dist: string): string[] {
  const manifest = readManifest(dist);
  const pages = ["web/help/help-page.tsx", "web/help/phrases-page.tsx", "web/other-pages.tsx"];
  pages.push("web/help/prefetch.ts", "web/help/requests/announcements.tsx", chunkNamed(manifest, "requests"));
  return pages.flatMap((page) => [...withImports(manifest, page)].map((key) => manifest[key]?.file ?? ""));
}

export function measureBundle(dist: string): BundleSizes {
  const read = (file: string) => readFileSync(join(dist, file), "utf8");
  const size = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
  const manifest = readManifest(dist);
  const shell = read("index.html");
  const atHome = filesIn(shell, ".js");
  const beyondHome = (page: string) => {
    const files = [...withImports(manifest, page)].map((name) => manifest[name]?.file ?? "");
    return size(files.filter((file) => !atHome.includes(file)));
  };
  const lazyPages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
  return {
    landingPage: brotliCompressSync(read("landing.html")).length,
    homeScripts: size(atHome),
    wholeHome: size(scriptsOfHome(dist)),
    largestLazyPage: Math.max(...lazyPages.map(beyondHome)),
    styles: size(filesIn(shell, ".css")),
    serviceWorker: size(["service-worker.js"]),
  };
}
