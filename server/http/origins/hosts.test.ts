import { get } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Problem } from "#contract/problem.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const env = { PUBLIC_URL: "https://porchlight.example", SANDBOX: "on" };
const server = useServer({ env });

/** `fetch` does not let a test set the Host header. */
async function ask(path: string, headers: Record<string, string>, url = server().url) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>();
  get(url + path, { headers }, async (response) =>
    resolve({ status: response.statusCode ?? 0, body: await json(response).catch(() => undefined) }),
  ).on("error", reject);
  return promise;
}

test.each([
  "porchlight.example",
  "PORCHLIGHT.example:443",
  "localhost",
  "localhost:3000",
  "rose.localhost",
  "127.0.0.1:8080",
  "[::1]:3000",
])("%s is a name of this server", async (host) => {
  expect((await ask("/sandbox/outbox", { host })).status).toBe(200);
});

test.each([
  "evil.example",
  "porchlight.example.evil.example",
  "localhost.evil.example",
  "192.168.1.10:3000",
  "0.0.0.0:3000",
  "porchlight.example@evil.example",
])("%s is refused as a host", async (host) => {
  for (const path of ["/", "/sandbox", "/sandbox/outbox", "/api/auth/status", "/api/nowhere"]) {
    const { status, body } = await ask(path, { host });
    expect([path, status, Problem.safeParse(body).data?.code]).toEqual([path, 421, "misdirected"]);
  }
});

test("monitoring can ask for the server's health under any host name", async () => {
  for (const path of ["/healthz", "/readyz"])
    expect((await ask(path, { host: "10.0.0.7" })).status).toBe(200);
});

test("only a trusted proxy can state the host name of a request", async () => {
  const headers = { host: "backend:3000", "x-forwarded-host": "porchlight.example" };
  expect((await ask("/sandbox/outbox", headers)).status).toBe(421);
  const { databaseUrl } = server();
  const proxied = await startServer({ databaseUrl, env: { ...env, TRUSTED_PROXIES: "loopback" } });
  expect((await ask("/sandbox/outbox", headers, proxied.url)).status).toBe(200);
  const evil = { host: "localhost", "x-forwarded-host": "evil.example" };
  expect((await ask("/sandbox/outbox", evil, proxied.url)).status).toBe(421);
  await proxied.stop();
});
