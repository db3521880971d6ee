// Calls every endpoint, and runs all due work.
import { vi } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { queues, schedule } from "#server/schedule.ts";
import { cellsSecret } from "#tests/support/cells.ts";
import type { FeedServer } from "#tests/support/feed-server.ts";
import { freePort } from "#tests/support/free-port.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { endpointsOf, prepareCall } from "#tests/support/sample-calls.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { takeDeletionPaths } from "./deletions.ts";
import { movedFamily } from "./moved-family.ts";
import { movedFiles } from "./moved-files.ts";
import { takeOtherPaths } from "./other-paths.ts";
import { stayInTouch } from "./stay-in-touch.ts";
import { telephone } from "./telephone.ts";
import { toldProgram } from "./webhook.ts";

async function callEverything(server: TestServer, feeds: FeedServer): Promise<void> {
  for (const endpoint of endpointsOf(server)) {
    const call = await prepareCall(server, feeds, endpoint);
    await call();
  }
  await takeDeletionPaths(server);
  await takeOtherPaths(server, feeds);
  await stayInTouch(server);
  await toldProgram(server, await reyesFamily(server));
  await telephone(server, await reyesFamily(server));
  await movedFamily(server, await reyesFamily(server));
  await movedFiles(server, await reyesFamily(server));
}

/** Runs the first weeks of the families, until those without members are deleted. */
async function runDueWork({ world, clock }: TestServer): Promise<void> {
  for (const days of [0, 8, 32]) {
    clock.advance(days * dayMs);
    if (days === 8)
      vi.spyOn(world.senders, "push").mockRejectedValue(new SendError("permanent", "gone", "gone"));
    for (const queue of queues) {
      await runDue(world, queue);
      await queue.nextDue(world);
    }
    vi.restoreAllMocks();
  }
  for (const { run } of schedule(world)) await run();
}

/** The limit is reached by few requests, so that families have as many as ordinary ones. */
async function start(databaseUrl: string): Promise<TestServer> {
  const port = await freePort();
  const cell = { PUBLIC_URL: `http://localhost:${port}`, CELLS_SECRET: cellsSecret, CELL_NUMBER: "0" };
  const env = { ...cell, KEEP_REQUESTS_DAYS: "365" };
  return await startServer({ databaseUrl, port, env, limits: { helpRequestsPerHour: 20 } });
}

/** Leaves families behind in which everything has happened once, with work that is due. */
export async function makeFamilies(databaseUrl: string, feeds: FeedServer): Promise<void> {
  const server = await start(databaseUrl);
  await callEverything(server, feeds);
  await server.stop();
}

export async function runEverything(databaseUrl: string, feeds: FeedServer): Promise<void> {
  const server = await start(databaseUrl);
  // Moves past the daily limits.
  server.clock.advance(3 * dayMs);
  await callEverything(server, feeds);
  await runDueWork(server);
  await server.stop();
}
