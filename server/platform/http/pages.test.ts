import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { screenPaths } from "#contract/screens.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { production, startServer } from "#tests/support/server.ts";

const dist = projectFile("dist");

async function answersOf(env: Record<string, string>, paths: readonly string[]) {
  const server = await startServer({ dist, env });
  const answers = await Promise.all(paths.map((path) => fetch(server.url + path)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  await server.stop();
  return answers.map(({ status, headers }, place) => ({ status, headers, text: texts[place] ?? "" }));
}

test.each([
  ["is announced", {}, true],
  ["is off, and not announced, in production", production, false],
])("a sandbox %s, on every page", async (_, env, isSaid) => {
  for (const { text } of await answersOf(env, ["/", "/help", "/privacy-policy", "/index.html"]))
    expect(text.includes("This is a sandbox: no message leaves this machine.")).toBe(isSaid);
});

test("a browser that can do so draws a page with the sandbox's banner only when it has read the banner", async () => {
  const [landing] = await answersOf({}, ["/"]);
  const [head = "", body = ""] = landing?.text.split("</head>") ?? [];
  const [, awaited] = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(head) ?? [];
  const banner = body.indexOf("See the messages");
  expect(banner).toBeGreaterThan(0);
  expect(body.indexOf(`id="${awaited}"`)).toBeGreaterThan(banner);
});

test("every screen is found at its address, with or without its optional part, and nothing is found elsewhere", async () => {
  const filled = (path: string) => path.replace(/:\w+Id/g, "7").replace(/:\w+\??/g, "events");
  const found = screenPaths.flatMap((path) => [filled(path), filled(path.replace(/\/:\w+\?/g, ""))]);
  for (const { status } of await answersOf({}, found)) expect(status).toBe(200);
  const elsewhere = ["/nowhere", "/help/me", "/account/", "/family", "/reachability", "/admin/a/b", "//help"];
  for (const { status } of await answersOf({}, elsewhere)) expect(status).toBe(404);
});

test("the policies of every answer allow only what the app needs", async () => {
  const env = { PUBLIC_URL: "https://porchlight.example", SANDBOX: "on" };
  const answers = await answersOf(env, ["/", "/help", "/nowhere", "/api/auth/status", "/api/nowhere"]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401, 404]);
  for (const { headers } of answers) {
    const policy = headers.get("content-security-policy")?.split(";") ?? [];
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'"]));
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'"]));
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "strict-transport-security": expect.stringMatching(/^max-age=31536000/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  }
});

test("the files of the app are kept forever, and none outside of its folder is sent", async () => {
  const [script = ""] = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"));
  const outside = ["/assets/..%2findex.html", "/assets/%2e%2e%2f%2e%2e%2fpackage.json", "/assets/"];
  const paths = [`/assets/${script}`, "/favicon.svg", "/assets/nothing.js", ...outside];
  const [asset, icon, ...refused] = await answersOf({}, paths);
  expect(asset?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(icon?.headers.get("cache-control")).toBe("no-cache");
  for (const { status, text } of refused) {
    expect([403, 404]).toContain(status);
    expect(JSON.parse(text)).toHaveProperty("message");
  }
});
