import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { type ScheduledJob, startScheduler } from "./scheduler.ts";

const server = useServer();
const soon = { timeout: 10_000, interval: 20 };

async function dueAt(job: string): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`select due_at from jobs where name = ${job}`.execute(
    server().database.kysely,
  );
  return rows[0]?.due_at;
}

function counting(name: string, intervalSeconds: number): ScheduledJob & { times: () => number } {
  let times = 0;
  const run = async () => {
    times += 1;
  };
  return { name, intervalSeconds, run, times: () => times };
}

// These tests mostly wait for the next interval, so they run at the same time.
describe.concurrent("a scheduled job", () => {
  test("runs at once and again in each interval", async ({ expect }) => {
    const job = counting("sweep", 0.2);
    const stop = startScheduler(server().world, [job]);
    await expect.poll(job.times, soon).toBeGreaterThanOrEqual(3);
    await stop();
  });

  test("does not run again once its server stops", async ({ expect }) => {
    const job = counting("rest", 0.2);
    const stop = startScheduler(server().world, [job]);
    await expect.poll(job.times, soon).toBeGreaterThan(0);
    const other = counting("rest-of-the-others", 0.2);
    const stopOther = startScheduler(server().world, [other]);
    await stop();
    const done = job.times();
    await expect.poll(other.times, soon).toBeGreaterThanOrEqual(2);
    expect(job.times()).toBe(done);
    await stopOther();
  });

  test("that is running when its server stops is waited for", async ({ expect }) => {
    let isDone = false;
    const run = async () => {
      await pause(300);
      isDone = true;
    };
    const stop = startScheduler(server().world, [{ name: "slow", intervalSeconds: 3_600, run }]);
    await expect.poll(async () => (await dueAt("slow")) !== undefined, soon).toBe(true);
    await stop();
    expect(isDone).toBe(true);
  });

  test("that takes longer than its interval does not run twice at once", async ({ expect }) => {
    let [atOnce, most, runs] = [0, 0, 0];
    const run = async () => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await pause(400);
      atOnce -= 1;
    };
    const stop = startScheduler(server().world, [{ name: "long", intervalSeconds: 0.2, run }]);
    await expect.poll(() => runs, soon).toBeGreaterThanOrEqual(2);
    await stop();
    expect(most).toBe(1);
  });

  test("runs on one of two servers", async ({ expect }) => {
    const other = await startServer({ databaseUrl: server().databaseUrl });
    const [here, there] = [counting("once", 3_600), counting("once", 3_600)];
    const stops = [startScheduler(server().world, [here]), startScheduler(other.world, [there])];
    await expect.poll(() => here.times() + there.times(), soon).toBe(1);
    await pause(500);
    expect(here.times() + there.times()).toBe(1);
    await Promise.all(stops.map((stop) => stop()));
    await other.stop();
  });

  test("that fails runs again at its next time, and does not disturb the others", async ({ expect }) => {
    let tries = 0;
    const failing: ScheduledJob = {
      name: "fail",
      intervalSeconds: 0.2,
      run: async () => {
        tries += 1;
        throw new Error("it failed");
      },
    };
    const other = counting("other", 0.2);
    const stop = startScheduler(server().world, [failing, other]);
    await expect.poll(() => tries, soon).toBeGreaterThan(1);
    await expect.poll(other.times, soon).toBeGreaterThan(1);
    await stop();
  });
});

describe("while the table of jobs is locked", () => {
  let lock: Client;
  beforeEach(async () => {
    lock = new Client({ connectionString: server().databaseUrl });
    await lock.connect();
    await lock.query("begin; lock table jobs");
    return () => lock.end();
  });

  test("every request for help is accepted, and the jobs run once it is free", async () => {
    const { rose } = await reyesFamily(server());
    const job = counting("patient", 3_600);
    const stop = startScheduler(server().world, [job]);
    const ask = () => rose.client.ask(askForHelp, { body: { phraseId: 101 } });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(job.times()).toBe(0);
    await lock.query("rollback");
    await expect.poll(job.times, soon).toBe(1);
    await stop();
  });
});
