// Sends arbitrary requests, well-formed or not. None may cause a 5xx, and every refusal has to be a Problem.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { quantile } from "#bench/figures.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { Problem } from "#contract/problem.ts";
import { routesOf } from "#server/app.ts";
import { measureSlowdown } from "./support/busy-machine.ts";
import type { Client } from "./support/client.ts";
import { partsFor } from "./support/fuzz.ts";
import { inLong } from "./support/long-form.ts";
import { signUp } from "./support/people.ts";
import { useServer } from "./support/server.ts";

const server = useServer({
  limits: { smsPerDay: 100, helpRequestsPerHour: 1_000_000, loginsPerAccount: 1_000_000 },
});
const runs = Number(process.env.FUZZ_RUNS ?? inLong(1_000, 100));
/** The short form sends the same requests every time. On a failure, fast-check prints the seed. */
const seeded = inLong({}, { seed: 20261120 });

const attackers = 8;

/** A route without inputs has only a few different requests. */
const casesOf = ({ params, query, body }: EndpointShape) =>
  params || query || body ? runs : Math.ceil(runs / 50);

let client: Client;
let leaver: Client;
beforeAll(async () => {
  ({ client } = await signUp(server()));
  ({ client: leaver } = await signUp(server()));
});

// These calls would end the session that all other calls need.
const endsSession = (path: string) =>
  ["/api/auth/logout", "/api/family/membership"].includes(path) || path.startsWith("/api/account/devices");

/** This call can remove its own caller from the family, so another person makes it. */
const attackerOf = (path: string) => (path === "/api/family/members/:id" ? leaver : client);

describe("a server that is sent anything", () => {
  it("never answers 5xx, and says what is wrong", { timeout: 600_000 }, async () => {
    const all = routesOf(server().world).map((route) => route.endpoint);
    const endpoints = all.filter(({ path }) => !endsSession(path));
    const times: number[] = [];
    const slowdown = measureSlowdown();
    const attack = (endpoint: EndpointShape) =>
      fc.assert(
        fc.asyncProperty(partsFor(endpoint), async (parts) => {
          const start = performance.now();
          const { status, body } = await attackerOf(endpoint.path).ask(endpoint, parts);
          times.push(performance.now() - start);
          expect(status, `${endpoint.method} ${endpoint.path}`).toBeLessThan(500);
          if (status >= 400) expect(Problem.safeParse(body).success).toBe(true);
        }),
        { ...seeded, numRuns: casesOf(endpoint) },
      );
    const waiting = endpoints.values();
    const attacker = async () => {
      for (const endpoint of waiting) await attack(endpoint);
    };
    await Promise.all(Array.from({ length: attackers }, attacker));
    const p99 = quantile(times, 0.99);
    const others = slowdown();
    process.stdout.write(
      `  fuzz: ${times.length} requests, p99 ${Math.round(p99)} ms, ${others.toFixed(1)} times slower because of other processes\n`,
    );
    expect(p99 / others).toBeLessThan(500);
  });

  it.each([
    ["malformed JSON", 400, { "content-type": "application/json" }, "{"],
    ["a body that is not JSON", 415, { "content-type": "text/plain" }, "hello"],
    ["a body over 64 KiB", 413, { "content-type": "application/json" }, JSON.stringify("x".repeat(70_000))],
    ["a key that would change a prototype", 400, { "content-type": "application/json" }, '{"__proto__":{}}'],
  ])("answers %s with %i and a Problem", async (_, status, headers, body) => {
    const response = await fetch(`${server().url}/api/login`, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    expect(Problem.safeParse(await response.json()).success).toBe(true);
  });

  it("answers an unknown path below /api with a Problem", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await fetch(`${server().url}/api/no/such/thing`, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        message: "There is nothing at this address.",
        code: "not-found",
      });
    }
  });
});
