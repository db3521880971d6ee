import { expect, test } from "vitest";
import { createApp, routesOf } from "#server/app.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { summary: string; security?: object[] }>>;
}

const security = { anyone: undefined, visitor: [{}, { bearer: [] }] } as const;
const signedIn = [{ bearer: [] }];

test("the API description has every call, and says which ones need a sign-in", async () => {
  const { openapi, paths }: OpenApi = await (await fetch(`${server().url}/api/docs.json`)).json();
  expect(openapi).toBe("3.1.0");
  for (const { endpoint } of routesOf(server().world)) {
    const { method, path, access, summary } = endpoint;
    const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    const expected = access in security ? security[access as keyof typeof security] : signedIn;
    expect(operation?.summary, `${method} ${path}`).toBe(summary);
    expect(operation?.security, `${method} ${path}`).toEqual(expected);
  }
});

test("the human-readable page has a row for every call", async () => {
  const page = await (await fetch(`${server().url}/api/docs`)).text();
  expect(page.match(/<th scope="row">/g)).toHaveLength(routesOf(server().world).length);
});

test("a route with a schema that only Fastify would check is refused, because no description has it", async () => {
  const app = await createApp(server().world);
  app.get("/places", { schema: { querystring: { type: "object" } } }, () => []);
  await expect(app.ready()).rejects.toThrow("A route declares its schemas in the contract.");
  await app.close().catch(() => {});
});
