import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cloneDatabase, onServer } from "#tests/support/database.ts";
import { newFolder } from "#tests/support/folder.ts";
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

test("a start whose database does not answer says that it is about the database", async () => {
  const DATA_DIR = await newFolder();
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const words = refusal({ DATA_DIR, DATABASE_URL: "postgres://localhost:1/none" });
  expect(words).toMatch(/The database does not answer, .* is its address right\?\nconnect ECONNREFUSED/);
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
