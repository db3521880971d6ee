// Enforces docs/contribute/architecture.md: imports and names. The rules are about folders, so a file can move without a change here.
import { readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { channels } from "#contract/channels.ts";

const root = join(import.meta.dirname, "..");
const codeFolders = ["contract", "server", "web", "dev"];
/** Sample calls are only for tests. */
const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/sample-calls\.ts$/.test(file);

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.filter((name) => /\.(ts|tsx)$/.test(name)).map((name) => join(folder, name));
}

const files = (await Promise.all(codeFolders.map(filesIn))).flat();
const product = files.filter((file) => !isTest(file));
const everything = [...files, ...(await Promise.all(["tests", "bench", "scripts"].map(filesIn))).flat()];
const text = new Map(everything.map((file) => [file, readFileSync(join(root, file), "utf8")]));
/** The code without imports, comments, strings, and the `as` of mapped types, which is not a cast. */
const bare = (file: string) =>
  (text.get(file) ?? "")
    .replace(/^(import|export) .*$/gm, "")
    .replace(/\[\w+ in \w+ as /g, "")
    .replace(/\/\*\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/gs, "");

/** Paths of files relative to the root, or names of packages. */
function importsOf(file: string): string[] {
  const found = (text.get(file) ?? "").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].map(([, target = ""]) => {
    if (target.startsWith("#")) return target.slice(1);
    return target.startsWith(".") ? relative(root, join(root, dirname(file), target)) : target;
  });
}

const breaches = (isBreach: (file: string, target: string) => boolean, among = product) =>
  among.flatMap((file) =>
    importsOf(file)
      .filter((target) => isBreach(file, target))
      .map((target) => `${file} -> ${target}`),
  );

const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const withText = (pattern: RegExp) => product.filter((file) => pattern.test(text.get(file) ?? ""));

/** Lists what each folder may import besides itself and packages. A longer folder comes before its parent. */
const mayImport: readonly (readonly [folder: string, allowed: readonly string[]])[] = [
  ["contract", []],
  ["server/platform", ["contract"]],
  ["server/features", ["contract", "server/platform"]],
  ["server", ["contract", "server", "dev"]],
  ["dev", ["contract", "server/platform", "server/features"]],
  ["web/platform", ["contract"]],
  ["web/ui", ["contract", "web/platform"]],
  ["web/features", ["contract", "web/platform", "web/ui"]],
  ["web/app", ["contract", "web"]],
];

/** The feature of a path, such as server/features/help. */
const featureOf = (path: string) => path.split("/").slice(0, 3).join("/");

type Imports = readonly (readonly [file: string, target: string])[];

const importsWithin = (area: string): Imports =>
  product
    .filter((file) => file.startsWith(`${area}/`))
    .flatMap((file) => importsOf(file).map((target) => [file, target] as const))
    .filter(([, target]) => target.startsWith(`${area}/`));

/** The first place where two paths differ: for server/a/b/x.ts and server/a/c.ts, server/a/b and server/a/c.ts. */
function siblingsOn(file: string, target: string): [string, string] {
  const [one, other] = [file.split("/"), target.split("/")];
  const depth = one.findIndex((part, place) => part !== other[place]) + 1;
  return [one.slice(0, depth).join("/"), other.slice(0, depth).join("/")];
}

/**
 * Every import connects two siblings: files, or folders with everything in them. A circle leads from a sibling back
 * to itself.
 */
function circlesIn(imports: Imports): string[][] {
  const joined = new Map<string, Set<string>>();
  for (const [file, target] of imports) {
    if (file === target) continue;
    const [from, to] = siblingsOn(file, target);
    joined.getOrInsertComputed(from, () => new Set()).add(to);
  }
  const reachable = (from: string, found = new Set<string>()): Set<string> => {
    for (const next of joined.get(from) ?? []) if (!found.has(next)) reachable(next, found.add(next));
    return found;
  };
  const reach = new Map([...joined.keys()].map((each) => [each, reachable(each)]));
  const circles = [...joined.keys()]
    .filter((each) => reach.get(each)?.has(each))
    .map((each) =>
      [...(reach.get(each) ?? [])]
        .filter((other) => reach.get(other)?.has(each))
        .sort()
        .join(" "),
    );
  return [...new Set(circles)].sort().map((circle) => circle.split(" "));
}

describe("who may import whom", () => {
  it("the contract imports no package but zod/mini", () => {
    const isKnown = (target: string) => target === "zod/mini" || isIn("contract")(target);
    expect(breaches((file, target) => isIn("contract")(file) && !isKnown(target))).toEqual([]);
  });

  it("every folder imports only what is below it", () => {
    const isForbidden = (file: string, target: string) => {
      if (
        !["contract", "server", "web", "dev", "tests", "bench", "scripts"].some((each) => isIn(each)(target))
      )
        return false;
      const [folder, allowed] = mayImport.find(([folder]) => isIn(folder)(file)) ?? ["", []];
      return ![folder, ...allowed].some((each) => isIn(each)(target));
    };
    expect(breaches(isForbidden)).toEqual([]);
  });

  it("what the server runs imports no test and no sample call", () => {
    expect(breaches((_, target) => isTest(target))).toEqual([]);
  });

  it("a feature's routes are joined only by itself and by the app", () => {
    const isForeign = (file: string, target: string) =>
      /^server\/features\/.*\/routes\.ts$/.test(target) &&
      isIn("server/features")(file) &&
      featureOf(file) !== featureOf(target);
    expect(breaches(isForeign)).toEqual([]);
  });

  it.each(codeFolders)("%s has no circle between folders, or between the files of a folder", (area) => {
    expect(circlesIn(importsWithin(area))).toEqual([]);
  });

  it("the search for circles finds them at every level, and only them", () => {
    const planted = [
      ["server/a/x.ts", "server/b/y.ts"],
      ["server/b/z.ts", "server/c/deep/x.ts"],
      ["server/c/y.ts", "server/a/z.ts"],
      ["server/d/one/x.ts", "server/d/two.ts"],
      ["server/d/two.ts", "server/d/one/y.ts"],
      ["server/e/x.ts", "server/a/x.ts"],
    ] as const;
    const circles = [
      ["server/a", "server/b", "server/c"],
      ["server/d/one", "server/d/two.ts"],
    ];
    expect(circlesIn(planted)).toEqual(circles);
  });

  it("only the configuration reads the environment, which the entry passes to it", () => {
    const readers = withText(/process\.env/).filter((file) => !isIn("server/platform/config")(file));
    expect(readers.map((file) => file.split("/").at(-1))).toEqual(["main.ts"]);
  });
});

describe("a help request's state", () => {
  const setsState =
    /update\s+help_requests\b[^`]*?\bset\b(?:(?!\b(?:from|where|returning)\b)[^`])*?\bstate\s*=/i;
  const writes = [
    setsState,
    /insert\s+into\s+(help_requests|help_request_receipts)\b/i,
    /merge\s+into\s+(help_requests|help_request_receipts)\b/i,
    /update\s+help_request_receipts\b/i,
    /(insertInto|updateTable|mergeInto|replaceInto)\("(help_requests|help_request_receipts)/,
  ];
  const writers = (sources: Iterable<[string, string]>) =>
    [...sources].filter(([, source]) => writes.some((write) => write.test(source))).map(([file]) => file);

  it("is changed, and gets its receipts, in one file", () => {
    const sources = product.map((file): [string, string] => [file, text.get(file) ?? ""]);
    expect(writers(sources)).toHaveLength(1);
  });

  it("is found by these patterns wherever it is changed", () => {
    const found = writers([
      ["sets", "update help_requests r set next_step = 0, state = 'SEEN' where id = $1"],
      ["inserts", "insert into help_request_receipts (family_id) values ($1)"],
      ["builds", '.updateTable("help_requests").set({ state })'],
      ["reads", "update help_requests set is_urgent = true where state = 'SEEN' returning state"],
    ]);
    expect(found).toEqual(["sets", "inserts", "builds"]);
  });
});

it("one file publishes, and one wakes the workers", () => {
  const notifying = withText(/pg_notify/i).map((file) => dirname(file));
  expect(notifying.sort()).toEqual(["server/platform/jobs", "server/platform/live"]);
});

describe("messages", () => {
  it("only a channel knows its own name; all other code asks for its properties", () => {
    const named = channels.join("|");
    const own = new RegExp(`^(dev/sandbox|server/platform/messages/(${named}))/`);
    const asked = [
      new RegExp(`[!=]==\\s*"(${named})"`),
      new RegExp(`[cC]hannels?\\)?\\.(includes|indexOf)\\("(${named})"`),
      new RegExp(`(channel|[?])\\s*(=|<>|!=|in|any)?\\s*\\(?'(${named})'|'(${named})' as channel`),
    ];
    const isAsked = (code: string) => asked.some((pattern) => pattern.test(code));
    // An account has an e-mail address and changes it, which has nothing to do with the channel.
    const isOfAccounts = (file: string) => /^(server|web)\/features\/accounts\//.test(file);
    const others = product.filter((file) => !own.test(file) && !isOfAccounts(file));
    expect(others.filter((file) => isAsked(text.get(file) ?? ""))).toEqual([]);
    const planted = [
      ["where a.channel <> 'push'", "channel in ('sms', 'email')", "select 'sms' as channel"],
      ['channel === "sms"', 'openChannels.includes("sms")', 'channels.filter((each) => each !== "push")'],
    ].flat();
    expect(planted.filter((code) => !isAsked(code))).toEqual([]);
  });

  it("the words for all channels, and their registration, are each one list", () => {
    const lists = withText(/(?<!Partial<)Record<Channel,/).map((file) => dirname(file));
    expect(lists.sort()).toEqual(["server/platform/messages", "web/features/messages"]);
  });

  it("only the outbox adds messages, and one function claims due rows", () => {
    expect(withText(/insert into messages|insertInto\("messages"\)/)).toHaveLength(1);
    expect(withText(/limit [^\n]* for (no key )?update skip locked/)).toHaveLength(1);
  });
});

describe("the puzzle", () => {
  it("is checked in one place: only the contract decides whether an answer is right", () => {
    const decides = withText(/[!=]== *[\w.]*correctAnswer\b/);
    expect(decides.filter((file) => !isIn("contract")(file))).toEqual([]);
    expect(decides).toHaveLength(1);
  });
});

describe("objects", () => {
  it("no literal is spread into another, because its properties would not be checked", () => {
    expect(everything.filter((file) => bare(file).includes("...{"))).toEqual([]);
  });
});

describe("names", () => {
  it("a feature has one name in the server, the web, the contract and the documents", () => {
    const inFolder = (folder: string) =>
      readdirSync(join(root, folder)).map((name) => name.replace(/\.ts$/, ""));
    const [server, web, contract] = ["server/features", "web/features", "contract"].map(inFolder);
    const withoutScreens = ["backup"];
    const withoutEndpoints = ["admin", "installation", "landing", "legal", "me", "messages", "picture-frame"];
    expect(server?.filter((name) => !web?.includes(name) || !contract?.includes(name))).toEqual(
      withoutScreens,
    );
    expect(web?.filter((name) => !server?.includes(name))).toEqual(withoutEndpoints);
    const document = readFileSync(join(root, "docs/contribute/architecture.md"), "utf8");
    expect(server?.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });

  it("no file has a name that says nothing", () => {
    const vague =
      /(^|\/|-)(index|utils?|helpers?|common|misc|manager|info|(?<!personal-)data)(\.|-)|service\.tsx?$/;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
  });

  it("files are in kebab-case", () => {
    const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec))?\.tsx?$/;
    expect(files.filter((file) => !isKebab.test(file.split("/").at(-1) ?? ""))).toEqual([]);
  });

  it("only the two files where the contract meets the wire use casts", () => {
    const casts = product.filter((file) => /\sas (?!const\b)[A-Z{][\w<>[\]]*/.test(bare(file)));
    expect(casts.map((file) => dirname(file)).sort()).toEqual(["server/platform/http", "web/platform/api"]);
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

  it("of the workflows are pinned to one commit", () => {
    const workflows = readdirSync(join(root, ".github/workflows")).map((name) =>
      join(".github/workflows", name),
    );
    const used = workflows.flatMap((file) =>
      readFileSync(join(root, file), "utf8").match(/(?<=^\s*(?:- )?uses: ).+$/gm),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((action) => !/@[0-9a-f]{40} # v[\d.]+$/.test(action ?? ""))).toEqual([]);
  });

  it("that a build or the product imports are installed for the container image, which leaves out those of tests", () => {
    const built = ["vite.config.ts", "vite.server.config.ts"].map((file) =>
      readFileSync(join(root, file), "utf8"),
    );
    const sources = [...built, ...product.map((file) => text.get(file) ?? "")].join("\n");
    const imported = (name: string) =>
      new RegExp(`^(import|} from|  import).*"${name}[/"]`, "m").test(sources);
    expect(Object.keys(devDependencies).filter(imported)).toEqual([]);
  });
});
