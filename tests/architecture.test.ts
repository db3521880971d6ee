// Enforces docs/architecture.md: imports and names.
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { channels } from "#contract/messages.ts";

const root = join(import.meta.dirname, "..");
const codeFolders = ["contract", "server", "web"];
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

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

const folderOf = (path: string) => path.split("/").slice(0, 2).join("/");
const breaches = (isBreach: (file: string, target: string) => boolean, among = product) =>
  among.flatMap((file) =>
    importsOf(file)
      .filter((target) => isBreach(file, target))
      .map((target) => `${file} -> ${target}`),
  );

/** The folders that know no noun. */
const kits = [
  ...["server/config", "server/db", "server/http", "server/live", "server/jobs", "server/allowances"],
  ...["server/pictures", "server/audio"],
  ...[
    "server/config.ts",
    "server/errors.ts",
    "server/fair-limit.ts",
    "server/measurements.ts",
    "server/phone-numbers.ts",
    "server/project-files.ts",
    "server/secrets.ts",
    "server/world.ts",
  ],
  ...["web/ui", "web/api", "web/offline"],
];

const assemblies = [
  ...["server/app.ts", "server/schedule.ts", "server/senders.ts"],
  ...["web/home", "web/signup", "web/admin", "web/me", "web/landing", "web/legal"],
];
const starters = [
  ...["server/services.ts", "web/app.tsx", "web/pages.tsx", "web/main.tsx"],
  "web/prerender.tsx",
];

/** The folders that docs/architecture.md lists in one line, each after those that it may import. */
const listedAfter = (beginning: string): string[] => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const line = page.split("\n").find((each) => each.startsWith(beginning)) ?? "";
  return line.slice(beginning.length, -1).replaceAll("`", "").split(", ");
};
const order = listedAfter("Order of the nouns: ");
/** Folders that don't know each other share a place. */
const webOrder = listedAfter("Order in the web: ").map((place) => place.split("/"));

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

  it("a kit imports no noun", () => {
    const isOutside = (target: string) => /^(server|web)\//.test(target) && !kits.includes(folderOf(target));
    const isKit = (file: string) => kits.includes(folderOf(file));
    expect(breaches((file, target) => isKit(file) && isOutside(target))).toEqual([]);
  });

  it("each folder of the server is a kit, or a noun with its place in the order", () => {
    const known = [...kits, ...order.map((noun) => `server/${noun}`)];
    const folders = product.filter((file) => /^server\/.*\//.test(file)).map(folderOf);
    expect([...new Set(folders)].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it("in the server a noun imports only nouns before it", () => {
    const placeOf = (path: string) => order.findIndex((noun) => path.startsWith(`server/${noun}/`));
    const isForward = (file: string, target: string) =>
      placeOf(file) >= 0 && placeOf(target) > placeOf(file) && folderOf(file) !== folderOf(target);
    expect(breaches(isForward)).toEqual([]);
  });

  it("in the web a folder imports only folders before it", () => {
    const placeOf = (path: string) => webOrder.findIndex((names) => names.includes(path.split("/")[1] ?? ""));
    const isForward = (file: string, target: string) =>
      [file, target].every((path) => path.startsWith("web/") && placeOf(path) >= 0) &&
      folderOf(file) !== folderOf(target) &&
      placeOf(target) >= placeOf(file);
    expect(breaches(isForward)).toEqual([]);
  });

  it("each folder of the web has its place in the order, or is an assembly", () => {
    const known = [...webOrder.flat().map((name) => `web/${name}`), ...assemblies];
    const code = product.filter((file) => /^web\/.*\//.test(file) && !file.startsWith("web/service-worker/"));
    expect([...new Set(code.map(folderOf))].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it("a noun of the server uses another one's verbs, never its routes", () => {
    const isForeignEdge = (file: string, target: string) =>
      /^server\/.*\/routes\.ts$/.test(target) &&
      folderOf(file) !== folderOf(target) &&
      file !== "server/app.ts";
    expect(breaches(isForeignEdge)).toEqual([]);
  });

  it("nothing imports an assembly, except what starts it", () => {
    const isForeign = (file: string, target: string) =>
      assemblies.includes(folderOf(target)) &&
      folderOf(file) !== folderOf(target) &&
      !starters.includes(file);
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

  it("only the assembly imports the sandbox", () => {
    const assembly = ["server/app.ts", "server/services.ts", "server/senders.ts"];
    const isStranger = (file: string) => !assembly.includes(file) && !file.startsWith("server/sandbox/");
    expect(breaches((file, target) => target.startsWith("server/sandbox/") && isStranger(file))).toEqual([]);
  });

  it("only config.ts reads the environment", () => {
    const readers = product.filter((file) => /process\.env/.test(text.get(file) ?? ""));
    expect(readers.filter((file) => !["server/config.ts", "server/main.ts"].includes(file))).toEqual([]);
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
    expect(writers(sources)).toEqual(["server/help/requests/lifecycle.ts"]);
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
  const notifying = product.filter((file) => /pg_notify/i.test(text.get(file) ?? ""));
  expect(notifying.sort()).toEqual(["server/jobs/worker.ts", "server/live/publish.ts"]);
});

describe("messages", () => {
  const nouns =
    /^server\/(accounts|activity|calendar|families|help|invitations|local-events|puzzles|reachability)\//;

  it("know no noun: each noun owns its own kinds of messages", () => {
    const isOfMessages = (file: string) => file.startsWith("server/messages/");
    expect(breaches((file, target) => isOfMessages(file) && nouns.test(target))).toEqual([]);
  });

  it("only a channel knows its own name; all other code asks for its properties", () => {
    const named = channels.join("|");
    const own = new RegExp(`^server/(sandbox|messages/(${named}))/`);
    const asked = [
      new RegExp(`[!=]==\\s*"(${named})"`),
      new RegExp(`[cC]hannels?\\)?\\.(includes|indexOf)\\("(${named})"`),
      new RegExp(`(channel|[?])\\s*(=|<>|!=|in|any)?\\s*\\(?'(${named})'|'(${named})' as channel`),
    ];
    const isAsked = (code: string) => asked.some((pattern) => pattern.test(code));
    // An account has an e-mail address and changes it, which has nothing to do with the channel.
    const isOfAccounts = (file: string) => /^(server|web)\/accounts\//.test(file);
    const others = product.filter((file) => !own.test(file) && !isOfAccounts(file));
    expect(others.filter((file) => isAsked(text.get(file) ?? ""))).toEqual([]);
    const planted = [
      ["where a.channel <> 'push'", "channel in ('sms', 'email')", "select 'sms' as channel"],
      ['channel === "sms"', 'openChannels.includes("sms")', 'channels.filter((each) => each !== "push")'],
    ].flat();
    expect(planted.filter((code) => !isAsked(code))).toEqual([]);
  });

  it("the words for all channels, and their registration, are each one list", () => {
    const lists = product.filter((file) => /(?<!Partial<)Record<Channel,/.test(text.get(file) ?? ""));
    expect(lists.sort()).toEqual(["server/messages/channels.ts", "web/messages/channel-words.ts"]);
  });

  it("only the outbox adds messages, and one function claims due rows", () => {
    const withText = (pattern: RegExp) => product.filter((file) => pattern.test(text.get(file) ?? "")).sort();
    expect(withText(/insert into messages|insertInto\("messages"\)/)).toEqual(["server/messages/outbox.ts"]);
    expect(withText(/limit [^\n]* for (no key )?update skip locked/)).toEqual(["server/jobs/due-rows.ts"]);
  });
});

describe("the puzzle", () => {
  it("is checked in one place: only the contract decides whether an answer is right", () => {
    const decides = product.filter((file) => /[!=]== *[\w.]*correctAnswer\b/.test(text.get(file) ?? ""));
    expect(decides).toEqual(["contract/puzzles.ts"]);
  });
});

describe("objects", () => {
  it("no literal is spread into another, because its properties would not be checked", () => {
    expect(everything.filter((file) => bare(file).includes("...{"))).toEqual([]);
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
