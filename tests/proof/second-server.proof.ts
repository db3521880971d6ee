import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { print } from "./figures.ts";
import { useServerProcess } from "./server-process.ts";
import { startWriters } from "./writers.ts";

const server = useServerProcess();

test("a second server on the same folder refuses to start in one sentence, and the first keeps running until it is asked to exit", async () => {
  const env = { ...process.env, DATA_DIR: server.folder, PORT: "0" };
  const second = spawnSync(process.execPath, ["dist-server/main.js"], {
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("Another Porchlight is already running");
  expect(second.stderr).not.toMatch(/^\s+at /m);
  const writers = startWriters(1, server.port);
  await expect.poll(() => writers.acknowledged.size).toBeGreaterThan(0);
  await writers.stop();
  const { code, seconds } = await server.end();
  print("asked to exit", { "exit code": String(code), "ended after (s)": seconds });
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
});
