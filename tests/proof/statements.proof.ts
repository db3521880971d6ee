// Checks that the calls of the proof of plans reach every statement of the server. This needs no large database, so
// that every check notices a new statement without a call.
// @module-tag extended
import { afterAll, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { start, stopAll, useFolder } from "#tests/support/embedded.ts";
import { useFeedServer } from "#tests/support/feed-server.ts";
import { watchStatements } from "./plans/unreached.ts";

const folder = useFolder();
const feeds = useFeedServer();
afterAll(stopAll);

test("every statement of the server is reached by the calls in tests/proof/plans, or has a reason not to be", async () => {
  const { url } = await start(folder("data"));
  await migrate(url);
  const statements = await watchStatements();
  // The server's modules are imported once the counting has begun, because anything imported earlier is not counted.
  const { runEverything } = await import("./plans/everything.ts");
  await runEverything(url, feeds);
  expect(await statements.unreached()).toEqual([]);
});
