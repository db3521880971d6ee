// Whatever is sent, well formed or not: never a 5xx, and every refusal is a Problem.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { EndpointShape } from "#contract/endpoint.ts";
import { Problem } from "#contract/problem.ts";
import { routesOf } from "#server/app.ts";
import type { Client, Parts } from "./support/client.ts";
import { signUp } from "./support/people.ts";
import { useServer } from "./support/server.ts";

const server = useServer({
  limits: { smsPerDay: 100, helpRequestsPerHour: 1_000_000, loginsPerAccount: 1_000_000 },
});
// 20,000 on demand.
const runs = Number(process.env.FUZZ_RUNS ?? 1_000);

let client: Client;
beforeAll(async () => {
  ({ client } = await signUp(server()));
});

const nasty = fc.constantFrom(
  "",
  " ",
  "\u0000",
  "\u202e",
  "💡".repeat(50),
  "'; drop table people; --",
  "__proto__",
  "NaN",
  "-1",
  "1e309",
  ...["2147483648", "9007199254740993", "2026-02-30", "+16145550199", "999999999999999999999999"],
);
const anything = fc.oneof(fc.jsonValue(), nasty, fc.string(), fc.integer(), fc.constant(null));

/** Values near what the schema of a part asks for: its own names, with good and bad values. */
function near(schema: z.ZodMiniType | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.constant({});
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const names = Object.keys(properties);
  const known = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
  return fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), anything) },
  );
}

const texts = (record: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

const partsFor = ({ params, query, body }: EndpointShape): fc.Arbitrary<Parts> =>
  fc.record({
    params: near(params).map((record) => {
      const encoded = Object.entries(texts(record)).map(([name, value]) => [
        name,
        encodeURIComponent(value) || "x",
      ]);
      return Object.fromEntries(encoded);
    }),
    query: near(query).map(texts),
    ...(body && { body: fc.oneof({ weight: 5, arbitrary: near(body) }, { weight: 1, arbitrary: anything }) }),
  });

// These end the very session that the others need.
const endsSession = (path: string) =>
  ["/api/auth/logout", "/api/family/membership"].includes(path) || path.startsWith("/api/account/devices");

describe("a server that is sent anything", () => {
  it("never answers 5xx, and says what is wrong", { timeout: 600_000 }, async () => {
    const endpoints = routesOf(server().world).map((route) => route.endpoint);
    const attack = (endpoint: EndpointShape) =>
      fc.assert(
        fc.asyncProperty(partsFor(endpoint), async (parts) => {
          const { status, body } = await client.ask(endpoint, parts);
          expect(status, `${endpoint.method} ${endpoint.path}`).toBeLessThan(500);
          if (status >= 400) expect(Problem.safeParse(body).success).toBe(true);
        }),
        { numRuns: runs },
      );
    await Promise.all(endpoints.filter(({ path }) => !endsSession(path)).map(attack));
  });

  it.each([
    ["malformed JSON", 400, { "content-type": "application/json" }, "{"],
    ["a body that is no JSON", 415, { "content-type": "text/plain" }, "hello"],
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
