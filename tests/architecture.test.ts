// Holds docs/architecture.md: who may import whom, sizes, names.
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
/** Without imports, comments, strings, and the renamed keys of mapped types, which are no casts. */
const bare = (file: string) =>
  (text.get(file) ?? "")
    .replace(/^(import|export) .*$/gm, "")
    .replace(/\[\w+ in \w+ as /g, "")
    .replace(/\/\*\*.*?\*\/|\/\/.*$|"[^"]*"|`[^`]*`/gms, "");
const linesOf = (file: string) => (text.get(file) ?? "").split("\n").length - 1;

/** Paths of files from the root, or names of packages. */
function importsOf(file: string): string[] {
  const found = (text.get(file) ?? "").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].map(([, target = ""]) => {
    if (target.startsWith("#")) return target.slice(1);
    return target.startsWith(".") ? relative(root, join(root, dirname(file), target)) : target;
  });
}

const roomOf = (path: string) => path.split("/").slice(0, 2).join("/");
const breaches = (isBreach: (file: string, target: string) => boolean, among = product) =>
  among.flatMap((file) =>
    importsOf(file)
      .filter((target) => isBreach(file, target))
      .map((target) => `${file} -> ${target}`),
  );

describe("who may import whom", () => {
  it("the contract knows zod/mini and itself", () => {
    const isKnown = (target: string) => target === "zod/mini" || target.startsWith("contract/");
    expect(breaches((file, target) => file.startsWith("contract/") && !isKnown(target))).toEqual([]);
  });

  it("server and web do not see each other", () => {
    const crosses = (file: string, target: string) =>
      (file.startsWith("server/") && target.startsWith("web/")) ||
      (file.startsWith("web/") && target.startsWith("server/"));
    expect(breaches(crosses)).toEqual([]);
  });

  it("product code does not see the tests", () => {
    expect(breaches((_, target) => target.startsWith("tests/"))).toEqual([]);
  });

  it("in the server, config, http, db, jobs and live import no room", () => {
    const base = ["server/config", "server/http", "server/db", "server/jobs", "server/live"];
    const isRoom = (target: string) => /^server\/[a-z-]+\//.test(target) && !base.includes(roomOf(target));
    expect(breaches((file, target) => base.includes(roomOf(file)) && isRoom(target))).toEqual([]);
  });

  it("a server room sees another only through its noun, never its routes", () => {
    const isForeignEdge = (file: string, target: string) =>
      /^server\/[a-z-]+\/routes\.ts$/.test(target) &&
      roomOf(file) !== roomOf(target) &&
      file !== "server/app.ts";
    expect(breaches(isForeignEdge)).toEqual([]);
  });

  it("only the assembly knows the sandbox", () => {
    const assembly = ["server/app.ts", "server/lifetime.ts", "server/senders.ts"];
    const isStranger = (file: string) => !assembly.includes(file) && !file.startsWith("server/sandbox/");
    expect(breaches((file, target) => target.startsWith("server/sandbox/") && isStranger(file))).toEqual([]);
  });

  it("the ui kit and the api import no room of the web", () => {
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
    expect(writers(sources)).toEqual(["server/help/requests/transition.ts"]);
  });

  it("would be noticed in another one", () => {
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

  it("knows no noun: each noun owns the kinds of its messages", () => {
    const isOfMessages = (file: string) => file.startsWith("server/messages/");
    expect(breaches((file, target) => isOfMessages(file) && nouns.test(target))).toEqual([]);
  });

  it("only a channel knows its own name; everybody else asks for its properties", () => {
    // Limits are counted apart by channel.
    const own = /^server\/(sandbox|messages\/(push|sms|email))\/|-allowance\.ts$/;
    const names = "(push|sms|email)";
    const asked = new RegExp(
      `[cC]hannel\\w*\\)?\\s*[!=]==\\s*"${names}"|channel\\s*(=|<>|!=)\\s*'${names}'|[?]\\s*'${names}'|'${names}' as channel`,
    );
    const server = product.filter((file) => file.startsWith("server/") && !own.test(file));
    expect(server.filter((file) => asked.test(text.get(file) ?? ""))).toEqual([]);
    expect(asked.test("where a.channel <> 'push'") && asked.test('channel === "sms"')).toBe(true);
  });

  it("only the outbox adds messages, and one function claims due rows", () => {
    const withText = (pattern: RegExp) => product.filter((file) => pattern.test(text.get(file) ?? "")).sort();
    expect(withText(/insert into messages|insertInto\("messages"\)/)).toEqual(["server/messages/outbox.ts"]);
    expect(withText(/limit [^\n]* for (no key )?update skip locked/)).toEqual(["server/jobs/due-rows.ts"]);
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

  it("casts stand where the contract meets the wire, and nowhere else", () => {
    const casts = product.filter((file) => /\sas (?!const\b)[A-Z{][\w<>[\]]*/.test(bare(file)));
    expect(casts.filter((file) => !["server/http/route.ts", "web/api/call.ts"].includes(file))).toEqual([]);
  });
});

describe("dependencies", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { dependencies, devDependencies, allowScripts } = read("package.json");
  const locked: Record<string, { hasInstallScript?: true }> = read("package-lock.json").packages;

  it("only those on the list run a script when they are installed", () => {
    const withScript = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(withScript.map(([path]) => path.split("node_modules/").at(-1)));
    expect([...names].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  it("are named in one exact version", () => {
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
