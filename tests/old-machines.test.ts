// What people read on a machine that lacks something: one sentence instead of a stack trace.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const run = join(import.meta.dirname, "../scripts/run.js");

test("the file that npm runs can be read by Node.js 12, and imports only what that has", () => {
  const text = readFileSync(run, "utf8");
  expect(text).not.toMatch(/\?\.\w|\?\?|\|\|=|&&=|import\.meta\.dirname|^await /m);
  const imported = [...text.matchAll(/^import .* from "(.+)";$/gm)].map(([, name]) => name);
  expect(imported).toEqual(["node:child_process", "node:fs", "node:os"]);
});

test.each(["12.22.12", "18.20.8", "20.10.0"])(
  "with Node.js %s it says which version is needed",
  (version) => {
    const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const { status, stderr } = spawnSync(process.execPath, ["--import", preload, run, "start"], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(
      `Porchlight needs Node.js 20.11 or newer with npm, and this is Node.js ${version}. Debian 13 has it in the packages nodejs and npm; for other systems see https://nodejs.org.`,
    );
  },
);
