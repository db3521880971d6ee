// `npm run check` asks the registry for known vulnerabilities of our packages.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { newFolder } from "./support/folder.ts";

const audit = join(import.meta.dirname, "../scripts/audit.js");

const name = "wouter";
const version = packageJson.dependencies[name];

/** npm reads the versions of a package from the registry before it reports a vulnerability of one. */
const packument = { name, "dist-tags": { latest: version }, versions: { [version]: { name, version } } };

/** Runs the audit against a registry with these advisories, or one that does not answer. */
async function auditWith(advisories?: unknown): Promise<{ code: number; printed: string }> {
  const registry = createServer((request, response) => {
    const answer = request.method === "POST" ? advisories : packument;
    request.resume().on("end", () => {
      response.writeHead(advisories ? 200 : 405, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void registry.close());
  await once(registry, "listening");
  const { port } = registry.address() as AddressInfo;
  // npm keeps what it was told about a vulnerability.
  const cache = await newFolder();
  onTestFinished(() => rm(cache, { recursive: true }));
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_cache: cache,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [audit], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    );
  });
}

const advisory = (severity: string) => ({
  [name]: [
    {
      id: 1,
      url: "https://example.com/1",
      title: "Leaves the door open",
      severity,
      vulnerable_versions: "*",
    },
  ],
});

it("the check fails for a vulnerability of high severity, and names the package and the reason", async () => {
  const { code, printed } = await auditWith(advisory("high"));
  expect(printed).toContain("wouter (high): Leaves the door open");
  expect(code).toBe(1);
});

it("the check passes when only lesser vulnerabilities are known", async () => {
  const { code, printed } = await auditWith(advisory("moderate"));
  expect(printed).toContain("No package has a known vulnerability of high severity.");
  expect(code).toBe(0);
});

it("the check passes and says so when the registry does not answer", async () => {
  const { code, printed } = await auditWith();
  expect(printed).toContain("The registry did not answer, so no package was checked for vulnerabilities.");
  expect(code).toBe(0);
});
