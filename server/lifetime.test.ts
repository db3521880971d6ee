import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cloneDatabase, onServer } from "#tests/support/database.ts";
import { newFolder } from "#tests/support/folder.ts";
import { freePort } from "#tests/support/free-port.ts";
import { serve } from "./lifetime.ts";

/** Starts a server that is expected to refuse, and returns its message. */
function refusal(given: Record<string, string>, timeout = 60_000): string {
  const env = { ...process.env, DATABASE_URL: "", PORT: "0", ...given };
  const started = spawnSync(process.execPath, ["server/main.ts"], { env, encoding: "utf8", timeout });
  expect(started.status).toBe(1);
  return started.stderr;
}

test.each(["/proc/porchlight", "/dev/null/porchlight"])(
  "a start on %s, where nothing can be stored, is refused in one sentence within ten seconds",
  (DATA_DIR) => {
    const words = `Porchlight cannot keep its data in ${DATA_DIR}; please set DATA_DIR to a folder that it may write to (`;
    expect(refusal({ DATA_DIR }, 10_000)).toContain(words);
  },
);

test("a start without the key that its database is used with is refused, and makes no new key", async () => {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  await onServer(clone.url, "insert into secret_key (fingerprint) values (decode(repeat('ab', 32), 'hex'))");
  const words = refusal({ DATA_DIR: folder, DATABASE_URL: clone.url });
  expect(words).toContain("Please restore secret.key from your backup");
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["a user that it does not know", "postgres@", "nobody@"],
  ["a database that does not exist", "/test_", "/no_test_"],
])("a start whose PostgreSQL refuses %s ends with a sentence about DATABASE_URL", async (_, part, wrong) => {
  const DATA_DIR = await newFolder();
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const words = refusal({ DATA_DIR, DATABASE_URL: clone.url.replace(part, wrong) });
  expect(words).toMatch(
    /The database refuses this server\. Please check the user, the password and the database in DATABASE_URL\.\n.*does not exist/,
  );
});

/** Starts a server whose database is still missing. The database appears when `bring` is called. */
async function startWithoutDatabase() {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const [, socketFolder = ""] = /host=([^&]+)/.exec(clone.url) ?? [];
  const socket = ".s.PGSQL.5432";
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: clone.url.replace(socketFolder, encodeURIComponent(folder)),
  };
  const started = spawn(process.execPath, ["server/main.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void started.kill("SIGKILL"));
  const lines: string[] = [];
  started.stdout.on("data", (line) => lines.push(String(line)));
  const ended = once(started, "exit");
  return {
    started,
    ended,
    log: () => lines.join(""),
    bring: () => symlink(join(decodeURIComponent(socketFolder), socket), join(folder, socket)),
    async ask(path: string) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      return answer && [answer.status, answer.headers.get("retry-after"), await answer.json()];
    },
  };
}

const awaited = { status: "not ready", reason: "The database does not answer yet." };

test("a server whose database is late waits for it, says so, and then serves", {
  timeout: 60_000,
}, async () => {
  const { ask, bring, log, started, ended } = await startWithoutDatabase();
  await expect.poll(() => ask("/readyz"), { timeout: 30_000 }).toEqual([503, null, awaited]);
  expect(await ask("/healthz")).toEqual([200, null, { status: "alive" }]);
  for (const path of ["/api/home", "/api/auth/options", "/api/help-categories"])
    expect(await ask(path)).toMatchObject([503, "5", { code: "unavailable" }]);
  await bring();
  await expect.poll(() => ask("/readyz"), { timeout: 30_000 }).toEqual([200, null, { status: "ready" }]);
  expect(await ask("/api/auth/options")).toMatchObject([200, null, { hasTexts: true }]);
  started.kill();
  expect(await ended).toEqual([0, null]);
  expect(log().match(/the database cannot be used yet; the server waits for it/g)).toHaveLength(1);
  expect(log()).toContain("the database can be used now");
});

test("a server that waits for its database stops in order when it is asked to", async () => {
  const { ask, started, ended } = await startWithoutDatabase();
  await expect.poll(() => ask("/readyz"), { timeout: 30_000 }).toEqual([503, null, awaited]);
  started.kill();
  expect(await ended).toEqual([0, null]);
});

test("a start that would show everybody's codes to other machines is refused", () => {
  expect(refusal({ PUBLIC_URL: "https://porchlight.example" })).toContain("or SANDBOX=on if");
});

test("a start on a port that is in use says so, and leaves no database running", {
  timeout: 90_000,
}, async () => {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "", PORT: String(port) };
  const started = spawnSync(process.execPath, ["server/main.ts"], { env, encoding: "utf8", timeout: 60_000 });
  expect(started.status).toBe(1);
  expect(started.stderr).toContain("address already in use");
  expect(started.stderr).toContain("set PORT and HOST to others");
  expect(existsSync(join(folder, "postgres"))).toBe(true);
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
});

test("a server that is stopped during its start exits in order, and leaves no database running", async () => {
  const DATA_DIR = await newFolder();
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const env = { ...process.env, DATA_DIR, DATABASE_URL: "", PORT: "0" };
  const started = spawn(process.execPath, ["server/main.ts"], { env, stdio: "ignore" });
  const ended = once(started, "exit");
  const pidFile = join(DATA_DIR, "postgres/postmaster.pid");
  await expect.poll(() => existsSync(pidFile), { interval: 10 }).toBe(true);
  started.kill();
  expect(await ended).toEqual([0, null]);
  expect(existsSync(pidFile)).toBe(false);
});

test("a mistyped option ends the start, and is named", async () => {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-options-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Nothing answers there, so a start that is not refused fails anyway.
  const env = { DATABASE_URL: "postgres://127.0.0.1:1/none", DATA_DIR: folder };
  await expect(serve(env, ["--smaple"])).rejects.toThrow('Unknown option "--smaple".');
});
