// Files are expensive to make or to send, so the person who asks for one again and again is stopped.
import { expect, it } from "vitest";
import { routesOf } from "#server/app.ts";
import { useFeedServer } from "./support/feed-server.ts";
import { prepareCall } from "./support/sample-calls.ts";
import { useServer } from "./support/server.ts";

const server = useServer();
const feeds = useFeedServer();

/** Downloads whose limit is so high that a test would take too long to reach it. */
const often = 1_000;

it("every endpoint that answers with a file has a limit of its own, which stops the next call", async () => {
  const downloads = routesOf(server().world).filter(({ endpoint }) => endpoint.file !== undefined);
  const reached: string[] = [];
  for (const { endpoint, limit } of downloads) {
    const max = limit && "max" in limit ? limit.max : Number.POSITIVE_INFINITY;
    expect(max, endpoint.path).toBeLessThanOrEqual(often);
    if (max === often) continue;
    const call = await prepareCall(server(), feeds, endpoint);
    for (let count = 0; count < max; count += 1) await call();
    await expect(call(), endpoint.path).rejects.toThrow(": 429 ");
    reached.push(endpoint.path);
  }
  expect(reached.sort()).toEqual(["/api/account/export", "/api/family/export"]);
});
