import { Client } from "pg";
import { expect, test } from "vitest";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

test("a server is alive and ready; without its database it is alive, and says why it is not ready", async () => {
  const closing = await startServer();
  const ask = async (path: string) => {
    const response = await fetch(closing.url + path);
    return [response.status, await response.json()];
  };
  expect(await ask("/healthz")).toEqual([200, { status: "alive" }]);
  await expect.poll(() => ask("/readyz")).toEqual([200, { status: "ready" }]);
  await closing.database.close();
  expect(await ask("/healthz")).toEqual([200, { status: "alive" }]);
  expect(await ask("/readyz")).toEqual([
    503,
    { status: "not ready", reason: "The database does not answer." },
  ]);
  await closing.app.close();
});

test("during a lock on a table it says within a second that it is not ready, and recovers afterwards", {
  tags: "extended",
}, async () => {
  const { url, databaseUrl, database } = server();
  const holder = new Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("begin; lock table help_requests, sessions");
  const waiting = Array.from({ length: 8 }, () =>
    database.reads
      .selectFrom("sessions")
      .select("id")
      .execute()
      .catch(() => {}),
  );
  const waits: number[] = [];
  for (let check = 0; check < 3; check++) {
    const askedAt = performance.now();
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    waits.push(performance.now() - askedAt);
  }
  expect(Math.min(...waits)).toBeLessThan(1_000);
  await holder.end();
  await Promise.all(waiting);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
});
