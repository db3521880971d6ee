// What a visitor downloads, in brotli bytes, read from a build and its manifest.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

export interface BundleSizes {
  landingPage: number;
  homeScripts: number;
  largestLazyPage: number;
  styles: number;
}

const entry = "index.html";
// Whoever is signed in loads these on top of the entry. The toaster comes with the first toast.
const home = ["web/home/signed-in-home.tsx", "web/help-requests/help-watch.tsx"];

function withImports(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) continue;
    found.add(name);
    withImports(manifest, chunk.imports ?? [], found);
  }
  return found;
}

export function measureBundle(dist: string): BundleSizes {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
  const size = (file: string) => statSync(join(dist, `${file}.br`)).size;
  const scripts = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + size(manifest[name]?.file ?? ""), 0);
  const atHome = withImports(manifest, [entry, ...home]);
  const lazy = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && !atHome.has(name));
  const beyondHome = (page: string) => [...withImports(manifest, [page])].filter((name) => !atHome.has(name));
  const isStyle = ({ file }: Chunk) => file.endsWith(".css");
  const styles = new Set(
    Object.values(manifest).flatMap((chunk) => [
      ...(chunk.css ?? []),
      ...(isStyle(chunk) ? [chunk.file] : []),
    ]),
  );
  return {
    landingPage: brotliCompressSync(readFileSync(join(dist, "landing.html"))).length,
    homeScripts: scripts(atHome),
    largestLazyPage: Math.max(...lazy.map((page) => scripts(beyondHome(page)))),
    styles: [...styles].reduce((sum, file) => sum + size(file), 0),
  };
}
