import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("a start on a port that is taken says so, and leaves no database running", async () => {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "", PORT: String(port) };
  const started = spawnSync(process.execPath, ["server/main.ts"], { env, encoding: "utf8", timeout: 15_000 });
  expect(started.status).toBe(1);
  expect(started.stderr).toContain("address already in use");
  expect(existsSync(join(folder, "postgres"))).toBe(true);
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
});
