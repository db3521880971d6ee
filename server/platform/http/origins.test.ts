import { get } from "node:http";
import { connect } from "node:net";
import { json, text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { getProxyState } from "#contract/families.ts";
import { Problem } from "#contract/problem.ts";
import { startLogged } from "#tests/support/log.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";

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

/** Sends these lines as they are, and returns the status of the answer. */
async function statusOf(...lines: string[]): Promise<number> {
  const { hostname, port } = new URL(server().url);
  const socket = connect(Number(port), hostname);
  socket.end(`${[...lines, "connection: close"].join("\r\n")}\r\n\r\n`);
  return Number((await text(socket)).split(" ")[1]);
}

const own = "host: porchlight.example";

test.each<[string, ...string[]]>([
  ["two hosts", "GET /healthz HTTP/1.1", own, "host: evil.example"],
  ["the same host twice", "GET /api/auth/status HTTP/1.1", own, "Host: porchlight.example"],
  ["two hosts, where the first is a stranger", "POST /api/login HTTP/1.1", "HOST: evil.example", own],
  ["another host in its first line", "GET http://evil.example/healthz HTTP/1.1", own],
  ["another port in its first line", "GET http://porchlight.example:81/healthz HTTP/1.1", own],
  ["something else in its first line", "GET evil.example:443 HTTP/1.1", own],
])("a request with %s is refused", async (_, ...lines) => {
  expect(await statusOf(...lines)).toBe(400);
});

test("a request with its host once is answered, also where the first line repeats it", async () => {
  expect(await statusOf("GET /healthz HTTP/1.1", own)).toBe(200);
  expect(await statusOf("GET http://porchlight.example/healthz HTTP/1.1", own)).toBe(200);
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

describe("behind a proxy", () => {
  let server: TestServer;
  let lines: string[];

  beforeEach(async () => {
    ({ server, lines } = await startLogged());
  });
  afterEach(() => server.stop());

  const ask = (headers: Record<string, string> = {}, remoteAddress = "10.0.0.1") =>
    server.app.inject({ url: "/healthz", headers, remoteAddress });
  const forwarded = { "x-forwarded-for": "203.0.113.7" };
  const warnings = () => lines.filter((line) => line.includes("TRUSTED_PROXIES"));

  test("a proxy that is not trusted is named in the log, once an hour", async () => {
    await ask();
    expect(warnings()).toEqual([]);
    for (let count = 0; count < 5; count++) await ask(forwarded);
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toContain('"address":"10.0.0.1"');
    await ask(forwarded, "10.0.0.2");
    expect(warnings()).toHaveLength(2);
    server.clock.advance(hourMs);
    await ask(forwarded);
    expect(warnings()).toHaveLength(3);
  });

  test("a stranger who sends the header from many addresses does not fill the log", async () => {
    for (let count = 0; count < 150; count++) await ask(forwarded, `10.0.1.${count}`);
    expect(warnings()).toHaveLength(100);
  });

  test("an admin is told in the panel when the page itself comes through such a proxy, and nobody else is", async () => {
    const { anna, ben } = await reyesFamily(server);
    expect(await anna.client.call(getProxyState)).toEqual({ isProxyUntrusted: false });
    expect(await anna.client.call(getProxyState, { headers: forwarded })).toEqual({ isProxyUntrusted: true });
    expect((await ben.client.ask(getProxyState, { headers: forwarded })).status).toBe(403);
  });

  test("a trusted proxy is not reported", async () => {
    const { anna } = await reyesFamily(server);
    const { databaseUrl } = server;
    const proxied = await startServer({ databaseUrl, env: { TRUSTED_PROXIES: "loopback" } });
    const headers = { ...forwarded, authorization: `Bearer ${anna.client.token}` };
    const response = await fetch(`${proxied.url}/api/family/proxy`, { headers });
    expect(await response.json()).toEqual({ isProxyUntrusted: false });
    await proxied.stop();
  });
});
