// A page on another site can do nothing with somebody's browser, on any route.
import { expect, it } from "vitest";
import type { EndpointShape } from "#contract/endpoint.ts";
import { Problem } from "#contract/problem.ts";
import { routesOf } from "#server/app.ts";
import { Client } from "./support/client.ts";
import { dumpOf } from "./support/database.ts";
import { reyesFamily } from "./support/people.ts";
import { useServer } from "./support/server.ts";

const server = useServer();
const endpoints = () => routesOf(server().world).map(({ endpoint }) => endpoint);

async function askFrom(site: string, { method, path }: EndpointShape): Promise<string | undefined> {
  const headers = { "sec-fetch-site": site, origin: "https://evil.example" };
  const sent = { headers, ...(method !== "GET" && { body: {} }) };
  const response = await new Client(server().url).fetch(method, path, sent);
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
  return Problem.safeParse(await response.json()).data?.message;
}

it.each([
  ["cross-site", "none"],
  ["same-site", "none"],
  ["same-origin", "all"],
  ["none", "all"],
])("of the writes that a %s page sends %s are processed, and all reads are", async (site, processed) => {
  for (const endpoint of endpoints()) {
    const isRefused = (await askFrom(site, endpoint)) === "This came from another website.";
    const name = `${endpoint.method} ${endpoint.path}`;
    expect(isRefused, name).toBe(endpoint.method !== "GET" && processed === "none");
  }
});

const sandboxWrites = ["/sandbox/texts/1/answer", "/sandbox/google/choose/nothing", "/sandbox/google/token"];

it.each([
  [{ "sec-fetch-site": "cross-site" }, true],
  [{ "sec-fetch-site": "same-site" }, true],
  [{ origin: "https://evil.example" }, true],
  [{ origin: "null" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "null" }, false],
  [{}, false],
])("a write to the sandbox with %j is refused: %s", async (headers, isRefused) => {
  for (const path of sandboxWrites) {
    const body = new URLSearchParams({ account: "sandbox-anna" });
    const response = await new Client(server().url).fetch("POST", path, { headers, body });
    expect((await response.text()).includes("This came from another website."), path).toBe(isRefused);
  }
});

it("a write from our own page is processed in an older browser too", async () => {
  const headers = { origin: server().url };
  const response = await new Client(server().url).fetch("POST", "/api/login", { headers, body: {} });
  expect(response.status).toBe(400);
});

// The specification has one read with an effect: it starts to connect a calendar.
const startsConnection = "/api/calendar/auth-url";

it("reading changes nothing, whatever is read", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { kysely } = server().database;
  const before = await dumpOf(kysely);
  for (const { client } of [anna, rose])
    for (const { method, path } of endpoints())
      if (method === "GET" && path !== startsConnection)
        await client.fetch(method, path.replace(/:\w+/, "1"));
  expect(await dumpOf(kysely)).toBe(before);
});
