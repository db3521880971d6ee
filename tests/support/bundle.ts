// Measures what a visitor downloads, in Brotli bytes, from a build and its manifest.
import { readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

export interface BundleSizes {
  landingPage: number;
  /** The scripts that every page links, which are all that home needs before it shows the day. */
  homeScripts: number;
  largestLazyPage: number;
  /** The bytes that each lazily loaded page or part adds to home, by its name. */
  lazyPages: Record<string, number>;
  /** Each script by its name without the hash. */
  scripts: Record<string, number>;
  styles: number;
  serviceWorker: number;
}

const root = join(import.meta.dirname, "../..");

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

/** The scripts of a module that is loaded lazily, its own first. `import.meta.resolve` names the module. */
export function scriptsOf(dist: string, module: string): string[] {
  const manifest = readManifest(dist);
  const needed = withImports(manifest, relative(root, fileURLToPath(module)));
  if (needed.size === 0) throw new Error(`${module} is not in the build.`);
  return [...needed].map((key) => manifest[key]?.file ?? "");
}

/** The scripts that a module fetches by dynamic imports. */
export function scriptsFetchedBy(dist: string, module: string): string[] {
  const manifest = readManifest(dist);
  const chunk = manifest[relative(root, fileURLToPath(module))];
  const needed = (chunk?.dynamicImports ?? []).flatMap((each) => [...withImports(manifest, each)]);
  if (needed.length === 0) throw new Error(`${module} fetches nothing.`);
  return needed.map((key) => manifest[key]?.file ?? "");
}

export function measureBundle(dist: string): BundleSizes {
  const read = (file: string) => readFileSync(join(dist, file), "utf8");
  const size = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
  const manifest = readManifest(dist);
  const shell = read("index.html");
  const linked = filesIn(shell, ".js");
  const beyondLinked = (page: string) => {
    const files = [...withImports(manifest, page)].map((name) => manifest[name]?.file ?? "");
    return size(files.filter((file) => !linked.includes(file)));
  };
  const lazyNames = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
  const lazyPages = Object.fromEntries(lazyNames.sort().map((name) => [basename(name), beyondLinked(name)]));
  const scripts: Record<string, number> = {};
  for (const { file } of Object.values(manifest).filter(({ file }) => file.endsWith(".js"))) {
    const name = basename(file).replace(/-[\w-]{8}\.js$/, "");
    scripts[name] = (scripts[name] ?? 0) + size([file]);
  }
  return {
    landingPage: brotliCompressSync(read("landing.html")).length,
    homeScripts: size(linked),
    largestLazyPage: Math.max(...Object.values(lazyPages)),
    lazyPages,
    scripts,
    styles: size(filesIn(shell, ".css")),
    serviceWorker: size(["service-worker.js"]),
  };
}
