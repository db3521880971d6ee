import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { print } from "./figures.ts";
import { useRunning } from "./running.ts";
import { startWriters } from "./writers.ts";

const running = useRunning();

test("a second server on the same folder refuses in one sentence, and the first goes on until it is asked to end", async () => {
  const env = { ...process.env, DATA_DIR: running.folder, PORT: "0" };
  const second = spawnSync(process.execPath, ["dist-server/main.js"], {
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("Another Porchlight is already running");
  expect(second.stderr).not.toMatch(/^\s+at /m);
  const writers = startWriters(1, running.port);
  await expect.poll(() => writers.acknowledged.size).toBeGreaterThan(0);
  await writers.stop();
  const { code, seconds } = await running.end();
  print("asked to end", { "exit code": String(code), "ended after (s)": seconds });
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
});
