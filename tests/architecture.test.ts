// Enforces docs/architecture.md: imports, sizes and names.
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const codeFolders = ["contract", "server", "web"];
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.filter((name) => /\.(ts|tsx)$/.test(name)).map((name) => join(folder, name));
}

const files = (await Promise.all(codeFolders.map(filesIn))).flat();
const product = files.filter((file) => !isTest(file));
const text = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
/** The code without imports, comments, strings, and the `as` of mapped types, which is not a cast. */
const bare = (file: string) =>
  (text.get(file) ?? "")
    .replace(/^(import|export) .*$/gm, "")
    .replace(/\[\w+ in \w+ as /g, "")
    .replace(/\/\*\*.*?\*\/|\/\/.*$|"[^"]*"|`[^`]*`/gms, "");
const linesOf = (file: string) => (text.get(file) ?? "").split("\n").length - 1;

/** Paths of files relative to the root, or names of packages. */
function importsOf(file: string): string[] {
  const found = (text.get(file) ?? "").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].map(([, target = ""]) => {
    if (target.startsWith("#")) return target.slice(1);
    return target.startsWith(".") ? relative(root, join(root, dirname(file), target)) : target;
  });
}

const nounOf = (path: string) => path.split("/").slice(0, 2).join("/");
const breaches = (isBreach: (file: string, target: string) => boolean, among = product) =>
  among.flatMap((file) =>
    importsOf(file)
      .filter((target) => isBreach(file, target))
      .map((target) => `${file} -> ${target}`),
  );

describe("who may import whom", () => {
  it("the contract imports only zod/mini and itself", () => {
    const isKnown = (target: string) => target === "zod/mini" || target.startsWith("contract/");
    expect(breaches((file, target) => file.startsWith("contract/") && !isKnown(target))).toEqual([]);
  });

  it("server and web do not import each other", () => {
    const crosses = (file: string, target: string) =>
      (file.startsWith("server/") && target.startsWith("web/")) ||
      (file.startsWith("web/") && target.startsWith("server/"));
    expect(breaches(crosses)).toEqual([]);
  });

  it("product code does not import the tests", () => {
    expect(breaches((_, target) => target.startsWith("tests/"))).toEqual([]);
  });

  it("in the server, config, http, db, jobs and live import no noun", () => {
    const base = ["server/config", "server/http", "server/db", "server/jobs", "server/live"];
    const isNoun = (target: string) => /^server\/[a-z-]+\//.test(target) && !base.includes(nounOf(target));
    expect(breaches((file, target) => base.includes(nounOf(file)) && isNoun(target))).toEqual([]);
  });

  it("a noun in the server never imports another noun's routes", () => {
    const isForeignEdge = (file: string, target: string) =>
      /^server\/[a-z-]+\/routes\.ts$/.test(target) &&
      nounOf(file) !== nounOf(target) &&
      file !== "server/app.ts";
    expect(breaches(isForeignEdge)).toEqual([]);
  });

  it("only the assembly imports the sandbox", () => {
    const assembly = ["server/app.ts", "server/lifetime.ts", "server/senders.ts"];
    const isStranger = (file: string) => !assembly.includes(file) && !file.startsWith("server/sandbox/");
    expect(breaches((file, target) => target.startsWith("server/sandbox/") && isStranger(file))).toEqual([]);
  });

  it("the ui kit and the api import no noun of the web", () => {
    const isBase = (path: string) => path.startsWith("web/ui/") || path.startsWith("web/api/");
    expect(breaches((file, target) => isBase(file) && target.startsWith("web/") && !isBase(target))).toEqual(
      [],
    );
  });

  it("only config.ts reads the environment", () => {
    const readers = product.filter((file) => /process\.env/.test(text.get(file) ?? ""));
    expect(readers.filter((file) => !["server/config.ts", "server/main.ts"].includes(file))).toEqual([]);
  });
});

describe("sizes", () => {
  it("no file has more than 250 lines", () => {
    expect(product.filter((file) => linesOf(file) > 250)).toEqual([]);
  });
});

describe("names", () => {
  it("no file has a name that says nothing", () => {
    const vague = /(^|\/|-)(index|utils?|helpers?|common|misc|manager|info|data)(\.|-)|service\.tsx?$/;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
  });

  it("files are in kebab-case", () => {
    const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec))?\.tsx?$/;
    expect(files.filter((file) => !isKebab.test(file.split("/").at(-1) ?? ""))).toEqual([]);
  });

  it("only the two files where the contract meets the wire use casts", () => {
    const casts = product.filter((file) => /\sas (?!const\b)[A-Z{][\w<>[\]]*/.test(bare(file)));
    expect(casts.filter((file) => !["server/http/route.ts", "web/api/call.ts"].includes(file))).toEqual([]);
  });
});

describe("dependencies", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { dependencies, devDependencies, allowScripts } = read("package.json");
  const locked: Record<string, { hasInstallScript?: true }> = read("package-lock.json").packages;

  it("only packages on the list run an install script", () => {
    const withScript = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(withScript.map(([path]) => path.split("node_modules/").at(-1)));
    expect([...names].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  it("are pinned to one exact version", () => {
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
