import { expect, test } from "vitest";
import { startServer } from "#tests/support/server.ts";

test("a server is alive and ready; without its database it is alive, and says why it is not ready", async () => {
  const server = await startServer();
  const ask = async (path: string) => {
    const response = await fetch(server.url + path);
    return [response.status, await response.json()];
  };
  expect(await ask("/healthz")).toEqual([200, { status: "alive" }]);
  expect(await ask("/readyz")).toEqual([200, { status: "ready" }]);
  await server.database.close();
  expect(await ask("/healthz")).toEqual([200, { status: "alive" }]);
  expect(await ask("/readyz")).toEqual([
    503,
    { status: "not ready", reason: "The database does not answer." },
  ]);
  await server.app.close();
});
