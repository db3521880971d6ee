import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { serve } from "#server/lifetime.ts";
import { cloneDatabase } from "#tests/support/database.ts";
import { query, useFolder } from "#tests/support/embedded.ts";
import { production } from "#tests/support/server.ts";

const folder = useFolder();

/** The messages about help requests, each with the minutes from its request, and what became of it. */
const helpMessages = (databaseUrl: string) =>
  query<{ minutes: number; state: string }>(
    databaseUrl,
    `select extract(epoch from m.created_at - r.asked_at)::float / 60 as minutes, m.state
     from messages m join help_requests r on r.family_id = m.family_id and r.id = m.subject_id
     where m.kind = 'help'`,
  );

function startWithSample(DATABASE_URL: string, DATA_DIR: string) {
  const env = { ...process.env, DATA_DIR, DATABASE_URL, PORT: "0", LOG_LEVEL: "warn" };
  return spawn(process.execPath, ["server/main.ts", "--sample"], { env });
}

// Both tests wait for another process, so they run at the same time.
describe.concurrent("starting with --sample", { timeout: 120_000 }, () => {
  test("sends nothing now about the requests of the past month", async ({ expect, onTestFinished }) => {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const started = startWithSample(database.url, folder("whole"));
    let printed = "";
    started.stdout.on("data", (data) => {
      printed += data;
    });
    await expect.poll(() => printed, { timeout: 60_000 }).toContain("annas-garden");
    started.kill();
    await once(started, "exit");
    const sent = await helpMessages(database.url);
    expect(Math.max(...sent.map(({ minutes }) => minutes))).toBeLessThan(60);
    expect(sent.map(({ state }) => state)).not.toContain("WAITING");
    expect(sent.length).toBeGreaterThan(10);
  });

  test("makes the whole family, even if the server is stopped meanwhile", { tags: "extended" }, async ({
    expect,
    onTestFinished,
  }) => {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const started = startWithSample(database.url, folder("stopped"));
    const ended = once(started, "exit");
    // A stopped process ends within ten seconds, in which a busy machine may not make the whole family.
    const asked = () => query(database.url, "select id from help_requests limit 1");
    await expect.poll(asked, { timeout: 60_000, interval: 10 }).not.toEqual([]);
    started.kill();
    expect(await ended).toEqual([0, null]);
    const names = ["Anna Reyes", "Rose Reyes", "Ben Reyes", "Maya Reyes"];
    const people = await query(database.url, "select username from people order by id");
    expect(people).toEqual(names.map((username) => ({ username })));
    const invited = await query(database.url, "select name from invitations where status = 'pending'");
    expect(invited).toContainEqual({ name: "Dolores Kim" });
  });
});

test("--sample is refused outside the sandbox, in plain words", async () => {
  for (const env of [production, { SANDBOX: "false" }])
    await expect(serve(env, ["--sample"])).rejects.toThrow("--sample works only in the sandbox");
});

test("an unknown option is refused by its name", async () => {
  await expect(serve({}, ["--sampel"])).rejects.toThrow('Unknown option "--sampel".');
  await expect(serve({}, ["--sample", "again"])).rejects.toThrow('Unknown option "again".');
});
