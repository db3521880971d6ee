import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "./lifetime.ts";

test("a mistyped option ends the start, and is named", async () => {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-options-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Nothing answers there, so that a start that goes on after all comes to nothing.
  const env = { DATABASE_URL: "postgres://127.0.0.1:1/none", DATA_DIR: folder };
  await expect(serve(env, ["--smaple"])).rejects.toThrow('Unknown option "--smaple".');
});
