import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askForHelp } from "#contract/help-requests.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { openQueue } from "./queue.ts";
import type { ScheduledJob } from "./scheduled-jobs.ts";
import { startWorker } from "./worker.ts";

const server = useServer();
const soon = { timeout: 10_000, interval: 20 };

function counting(name: string, intervalSeconds: number): ScheduledJob & { times: () => number } {
  let times = 0;
  const run = async () => {
    times += 1;
  };
  return { name, intervalSeconds, run, times: () => times };
}

// They mostly wait for the next second, so they run at the same time.
describe.concurrent("the job queue", () => {
  beforeAll(async () => {
    const queue = await openQueue(server().world);
    await queue.stop();
  });

  test("a job runs at once and again in each interval", async ({ expect }) => {
    const job = counting("sweep", 1);
    const stop = startWorker(server().world, [job]);
    await expect.poll(job.times, soon).toBeGreaterThanOrEqual(3);
    await stop();
  });

  test("what is stopped does no more", async ({ expect }) => {
    const job = counting("rest", 1);
    const stop = startWorker(server().world, [job]);
    await expect.poll(job.times, soon).toBeGreaterThan(0);
    const other = counting("rest-of-the-others", 1);
    const stopOther = startWorker(server().world, [other]);
    await stop();
    const done = job.times();
    await expect.poll(other.times, soon).toBeGreaterThanOrEqual(2);
    expect(job.times()).toBe(done);
    await stopOther();
  });

  test.each([0, 1_010])(
    "a server that is stopped %i ms after it listens stops in order",
    async (milliseconds) => {
      const stop = startWorker(server().world, [counting("never-mind", 1)]);
      await pause(milliseconds);
      await stop();
    },
  );

  test("of two servers one does it", async ({ expect }) => {
    const other = await startServer({ databaseUrl: server().databaseUrl });
    const [here, there] = [counting("once", 3_600), counting("once", 3_600)];
    const stops = [startWorker(server().world, [here]), startWorker(other.world, [there])];
    await expect.poll(() => here.times() + there.times(), soon).toBe(1);
    await pause(500);
    expect(here.times() + there.times()).toBe(1);
    await Promise.all(stops.map((stop) => stop()));
    await other.stop();
  });

  test("one that fails is done again at its next time, and does not disturb the others", async ({
    expect,
  }) => {
    let tries = 0;
    const failing: ScheduledJob = {
      name: "fail",
      intervalSeconds: 1,
      run: async () => {
        tries += 1;
        throw new Error("it failed");
      },
    };
    const other = counting("other", 1);
    const stop = startWorker(server().world, [failing, other]);
    await expect.poll(() => tries, soon).toBeGreaterThan(1);
    await expect.poll(other.times, soon).toBeGreaterThan(1);
    await stop();
  });

  test("a notice wakes the one who works, without looking for work all the time", async ({ expect }) => {
    const queue = await openQueue(server().world);
    await queue.createQueue("wake", { notify: true });
    const { promise, resolve } = Promise.withResolvers<number>();
    await queue.work("wake", { notifyPollingIntervalSeconds: 60 }, async () => resolve(performance.now()));
    await pause(500);
    const sent = performance.now();
    await queue.send("wake");
    expect((await promise) - sent).toBeLessThan(2_000);
    await queue.stop();
  });
});

describe("while the schema of the job queue is locked", () => {
  let lock: Client;
  beforeEach(async () => {
    await server().database.jobs.query("drop schema if exists pgboss cascade");
    lock = new Client({ connectionString: server().databaseUrl });
    await lock.connect();
    await lock.query("begin; create schema pgboss");
  });
  afterEach(() => lock.end());

  /** Ends the wait for the lock as its time limit would, only sooner. */
  const cancelWaiting = async () => {
    const { rows } = await lock.query(`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length;
  };

  test("the queue fails, and every request for help is taken all the same", async () => {
    const { rose } = await reyesFamily(server());
    const opening = [1, 2, 3].map(() => openQueue(server().world).catch(() => "failed"));
    await expect.poll(cancelWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
    while ((await cancelWaiting()) > 0) await pause(10);
    const ask = () => rose.client.ask(askForHelp, { body: { phraseId: 101 } });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await Promise.all(opening)).toContain("failed");
  });
});
