import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { requestVerification } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { askForHelp, getHelpRequest } from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { startScheduler } from "#server/platform/jobs/scheduler.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { temporaryFolder } from "#tests/support/backups.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { deliverDue, endDueHelp } from "#tests/support/due-work.ts";
import { freePort } from "#tests/support/free-port.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { newPhoneNumber, reyesFamily } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const token = "a-token-of-the-tests";
const server = useServer({ env: { METRICS_TOKEN: token } });
const soon = { timeout: 10_000, interval: 20 };

const scrape = (url = server().url, authorization = `Bearer ${token}`) =>
  fetch(`${url}/metrics`, { headers: { authorization } });

/** Each series by its name and labels. */
async function readMetrics(url = server().url): Promise<Record<string, number>> {
  const lines = (await (await scrape(url)).text())
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
  await subscribeToPush(family.anna);
});
beforeEach(() => endDueHelp(server().world));

const ask = async () => (await family.rose.client.call(askForHelp, { body: { phraseId: 101 } })).id;

describe("who may read the metrics", () => {
  test("they are off unless a port or a token is set", async () => {
    const off = await startServer({ databaseUrl: server().databaseUrl });
    onTestFinished(() => off.stop());
    expect((await scrape(off.url)).status).toBe(404);
  });

  test("without the token, or with another one, nothing is shown", async () => {
    for (const authorization of ["", "Bearer another-token-of-tests", token]) {
      const answer = await scrape(server().url, authorization);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain("porchlight");
    }
    expect((await scrape()).headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  });

  test("on their own port they are not on the app's, and that port serves nothing else", async () => {
    const port = await freePort();
    const env = { METRICS_PORT: String(port) };
    const other = await startServer({ databaseUrl: server().databaseUrl, env });
    onTestFinished(() => other.stop());
    const own = `http://127.0.0.1:${port}`;
    expect(await (await scrape(own, "")).text()).toContain("porchlight_database_up 1");
    expect((await scrape(other.url)).status).toBe(404);
    expect((await fetch(`${own}/api/auth/status`)).status).toBe(404);
  });

  test("a port that is in use is refused with the name of its setting", async () => {
    const env = { METRICS_PORT: new URL(server().url).port };
    const words = "The metrics cannot be served at METRICS_PORT";
    await expect(startServer({ databaseUrl: server().databaseUrl, env })).rejects.toThrow(words);
  });

  test.each([
    ["METRICS_PORT must differ from PORT", { METRICS_PORT: "3000" }],
    ["METRICS_TOKEN must have at least 16 characters", { METRICS_TOKEN: "short" }],
  ])("a start is refused: %s", (words, env) => {
    expect(() => readConfig(env)).toThrow(words);
  });
});

describe("what the metrics say", () => {
  test("requests and their latencies, by the pattern of the route", async () => {
    const id = await ask();
    const route = 'method="GET",route="/api/help-requests/:id"';
    const before = await readMetrics();
    await family.anna.client.call(getHelpRequest, { params: { id } });
    await fetch(`${server().url}/api/help-requests/${id}`);
    const after = await readMetrics();
    const grown = (series: string) => (after[series] ?? 0) - (before[series] ?? 0);
    expect(grown(`porchlight_http_requests_total{${route},status="200"}`)).toBe(1);
    expect(grown(`porchlight_http_requests_total{${route},status="401"}`)).toBe(1);
    expect(grown(`porchlight_http_request_duration_seconds_count{${route}}`)).toBe(2);
    expect(grown(`porchlight_http_request_duration_seconds_bucket{le="10",${route}}`)).toBe(2);
  });

  test("open live connections", async () => {
    const before = (await readMetrics()).porchlight_live_connections ?? 0;
    await openStream(family.anna.client);
    expect((await readMetrics()).porchlight_live_connections).toBe(before + 1);
  });

  test("homes from memory and from the database, and the memory that they take", async () => {
    const kept = 'porchlight_kept_answers_total{result="hit"}';
    const isHit = async () => {
      const before = (await readMetrics())[kept] ?? 0;
      await family.anna.client.call(getHome);
      return ((await readMetrics())[kept] ?? 0) > before;
    };
    await expect.poll(isHit, { timeout: 5_000, interval: 5 }).toBe(true);
    const metrics = await readMetrics();
    expect(metrics['porchlight_kept_answers_total{result="miss"}']).toBeGreaterThan(0);
    expect(metrics.porchlight_kept_answers_bytes).toBeGreaterThan(500);
  });

  test("sends by channel and result, escalations, and what waits in the outbox for how long", async () => {
    const { world, clock } = server();
    const before = await readMetrics();
    const failing = {
      ...world,
      senders: { ...world.senders, sms: () => Promise.reject(new SendError("transient", "It is down.")) },
    };
    await ask();
    await deliverDue(failing);
    clock.advance(200_000);
    await deliverDue(failing);
    const during = await readMetrics();
    const grown = (series: string) => (during[series] ?? 0) - (before[series] ?? 0);
    expect(grown('porchlight_sends_total{channel="push",result="accepted"}')).toBeGreaterThan(0);
    const failed = grown('porchlight_sends_total{channel="sms",result="transient"}');
    expect(failed).toBeGreaterThan(0);
    expect(grown("porchlight_escalations_total")).toBe(1);
    expect(during['porchlight_outbox_messages{channel="sms",urgent="true"}']).toBe(failed);
    clock.advance(minuteMs);
    const later = await readMetrics();
    expect(later['porchlight_outbox_oldest_seconds{channel="sms",urgent="true"}']).toBe(60);
    await endDueHelp(world);
    expect(await readMetrics()).not.toHaveProperty([
      'porchlight_outbox_messages{channel="sms",urgent="true"}',
    ]);
  });

  test("the texts with sign-in codes", async () => {
    const series = 'porchlight_sends_total{channel="sms",result="accepted"}';
    const before = (await readMetrics())[series] ?? 0;
    await new Client(server().url).call(requestVerification, { body: { phoneNumber: newPhoneNumber() } });
    expect((await readMetrics())[series]).toBe(before + 1);
  });

  test("runs of jobs and whether they failed", async () => {
    const jobs = [
      { name: "sweep", intervalSeconds: 3_600, run: async () => {} },
      { name: "break", intervalSeconds: 3_600, run: () => Promise.reject(new Error("It broke.")) },
    ];
    const stop = startScheduler(server().world, jobs);
    onTestFinished(stop);
    await expect
      .poll(() => readMetrics(), soon)
      .toMatchObject({
        'porchlight_jobs_total{name="sweep",result="done"}': 1,
        'porchlight_jobs_total{name="break",result="failed"}': 1,
      });
  });

  test("the last backup, the use of the pool, and the delay of the event loop", async () => {
    const { database, clock } = server();
    expect(await readMetrics()).not.toHaveProperty("porchlight_last_backup_timestamp_seconds");
    const created_at = clock.now();
    await database.kysely.insertInto("backups").values({ file: "a", bytes: 1, created_at }).execute();
    const metrics = await readMetrics();
    expect(metrics.porchlight_last_backup_timestamp_seconds).toBe(created_at.getTime() / 1000);
    expect(metrics['porchlight_pool_connections{state="max"}']).toBe(10);
    expect(metrics['porchlight_pool_connections{state="open"}']).toBeGreaterThan(0);
    expect(metrics.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0);
  });

  test("a backup whose file is gone, where this server makes the backups", async () => {
    const { database, databaseUrl } = server();
    const BACKUP_DIR = await temporaryFolder();
    const env = { METRICS_TOKEN: token, BACKUP_DIR, BACKUP_PASSPHRASE: "four words and more" };
    const other = await startServer({ databaseUrl, env });
    onTestFinished(() => other.stop());
    expect(await readMetrics()).not.toHaveProperty("porchlight_backup_problem");
    const backup = { file: "b", bytes: 1, created_at: other.clock.now() };
    await database.kysely.insertInto("backups").values(backup).execute();
    const { porchlight_backup_problem, ...gone } = await readMetrics(other.url);
    expect(porchlight_backup_problem).toBe(1);
    expect(gone).not.toHaveProperty("porchlight_last_backup_timestamp_seconds");
    await writeFile(join(BACKUP_DIR, "b"), "!");
    expect(await readMetrics(other.url)).toMatchObject({ porchlight_backup_problem: 0 });
  });

  test("nothing that identifies anybody: every label is one of a few names, and none contains anything that people entered", async () => {
    await deliverDue(server().world);
    await family.anna.client.fetch("GET", `/api/help-requests/${await ask()}?name=Rose`);
    await fetch(`${server().url}/Rose/+16145550142`);
    const text = await (await scrape()).text();
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));
    const known = ["method", "route", "status", "le", "channel", "result", "urgent", "name", "state"];
    const ofNode = ["kind", "space", "type", "version", "major", "minor", "patch"];
    expect([...labels].filter((name) => !known.includes(name ?? "") && !ofNode.includes(name ?? ""))).toEqual(
      [],
    );
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route = ""]) => route));
    expect([...routes].filter((route) => /\d{2}|Rose|\+/.test(route))).toEqual([]);
    expect(routes).toContain("none");
  });
});

describe("the alert rules in ops/", () => {
  const ops = projectFile("ops");
  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

  async function servedMetrics(): Promise<Set<string>> {
    const text = await (await scrape()).text();
    return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
  }

  function metricsIn(path: string): Set<string> {
    const named = readFileSync(path, "utf8").matchAll(/\b(?:porchlight|nodejs|process)_[a-z0-9_]+/g);
    return new Set([...named].map(([name]) => name.replace(/_bucket$/, "")));
  }

  test("use only metrics that a server has", async () => {
    const metrics = metricsIn(join(ops, "prometheus-alerts.yml"));
    expect(metrics.size).toBeGreaterThan(5);
    expect([...metrics.difference(await servedMetrics())]).toEqual([]);
  });

  test("docs/operate/monitoring.md explains every metric of ours, and the documents name no other", async () => {
    const [docs, served] = [join(ops, "../docs"), await servedMetrics()];
    const explained = metricsIn(join(docs, "operate/monitoring.md"));
    const ours = [...served].filter((name) => name.startsWith("porchlight_"));
    expect(ours.filter((name) => !explained.has(name))).toEqual([]);
    const named = globSync(join(docs, "**/*.md")).flatMap((path) => [...metricsIn(path)]);
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  });

  test.skipIf(!hasPromtool)(
    "Prometheus itself finds no fault with the rules and our own metrics",
    async () => {
      execFileSync("promtool", ["check", "rules", join(ops, "prometheus-alerts.yml")]);
      const lines = (await (await scrape()).text())
        .split("\n")
        .filter((line) => line.includes("porchlight_"));
      const checked = spawnSync("promtool", ["check", "metrics"], {
        input: `${lines.join("\n")}\n`,
        encoding: "utf8",
      });
      expect(checked).toMatchObject({ status: 0, stderr: "" });
    },
  );
});
