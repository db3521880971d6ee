import { afterEach, beforeEach, expect, test } from "vitest";
import { getProxyState } from "#contract/families.ts";
import { startLogged } from "#tests/support/log.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

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
  server.clock.advance(60 * 60_000);
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
