import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rename, rm, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { startScheduler } from "#server/platform/jobs/scheduler.ts";
import { measureServer } from "#server/platform/measurements.ts";
import { insertMedia } from "#server/platform/media/queries.ts";
import { schedule } from "#server/schedule.ts";
import { keepServerKey, passphrase } from "#tests/support/backups.ts";
import { freePort } from "#tests/support/free-port.ts";
import { useServer } from "#tests/support/server.ts";
import { backupName } from "../archive/file-names.ts";
import { verifyArchive } from "../archive/verify.ts";
import { backupState } from "./backup-state.ts";
import { expiredBackups, hurryFirstBackup } from "./daily-backups.ts";

const root = mkdtempSync(join(tmpdir(), "porchlight-daily-"));
const folder = join(root, "backups");
const dataDir = join(root, "data");

const lines: string[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);

/** The requests that the dead man's switch received: method, path and body. */
let pings: string[] = [];
let pinged: Server;
const server = useServer({ log, env: { DATA_DIR: dataDir } });

beforeAll(async () => {
  await keepServerKey(server(), dataDir);
  pinged = createServer(async (request, response) => {
    pings.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.end("OK");
  }).listen(0, "127.0.0.1");
  await once(pinged, "listening");
});
afterAll(async () => {
  pinged.close();
  await rm(root, { recursive: true });
});

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await server().database.kysely.deleteFrom("backups").execute();
  pings = [];
  lines.length = 0;
});

function pingPort(): number {
  const address = pinged.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** The world of a server that is configured to back up. */
function backingUp(given: Record<string, string> = {}) {
  const config = readConfig({
    DATA_DIR: dataDir,
    BACKUP_DIR: folder,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_PING_URL: `http://127.0.0.1:${pingPort()}/ping/porch?rid=1`,
    ...given,
  });
  return { ...server().world, config };
}

/** Runs its hourly job. */
const runJob = async (given?: Record<string, string>): Promise<void> =>
  await schedule(backingUp(given))
    .find(({ name }) => name === "back-up")
    ?.run();

const lastBackup = async () => (await backupState(backingUp())).last;

const pass = (hours: number) => server().clock.advance(hours * hourMs);
/** What is in the folder beside the pictures and voice messages of the backups. */
const made = async () => (await readdir(folder)).filter((name) => name !== "media").sort();

test("a backup is made and verified once a day, whether or not the dead man's switch can be reached", async () => {
  // The day of a backup begins at this hour of the machine's own zone.
  const daily = { BACKUP_HOUR: String(server().clock.now().getHours()) };
  await runJob(daily);
  const [file = ""] = await made();
  expect(file).toBe(backupName(server().clock.now()));
  await verifyArchive({ file: join(folder, file), passphrase });
  const { createdAt, bytes } = (await lastBackup()) ?? {};
  expect(createdAt).toEqual(server().clock.now());
  expect(bytes).toBeGreaterThan(1_000);
  expect(lines.join("")).toContain(
    `"file":"${file}","bytes":${bytes},"mediaBytes":0,"msg":"backed up and verified"`,
  );
  expect(pings).toEqual(["GET /ping/porch?rid=1"]);

  pass(1);
  await runJob(daily);
  expect(await made()).toEqual([file]);

  pass(24);
  await runJob({ ...daily, BACKUP_PING_URL: `http://127.0.0.1:${await freePort()}/ping` });
  expect(await made()).toEqual([file, backupName(server().clock.now())]);
  expect((await lastBackup())?.createdAt).toEqual(server().clock.now());
  expect(lines.join("")).toContain("BACKUP_PING_URL could not be reached");
});

test("a successful backup removes those that are no longer kept and unfinished files, and nothing else", async () => {
  await mkdir(folder);
  const now = server().clock.now().getTime();
  const daysAgo = (days: number) => backupName(new Date(now - days * dayMs));
  for (let days = 1; days <= 30; days++) await writeFile(join(folder, daysAgo(days)), "");
  await writeFile(join(folder, `${daysAgo(1)}.0a1b2c3d.unfinished`), "");
  await writeFile(join(folder, "letters.txt"), "Dear Rose");
  await runJob();
  const left = await made();
  expect(left).toContain("letters.txt");
  expect(left.filter((name) => name.endsWith(".unfinished"))).toEqual([]);
  const newest = [6, 5, 4, 3, 2, 1, 0].map(daysAgo);
  expect(left.filter((name) => newest.includes(name))).toEqual(newest);
  // Also at most the newest of three more weeks and of the month before.
  const older = left.filter((name) => name.startsWith("porchlight-") && !newest.includes(name));
  expect(older.length).toBeGreaterThanOrEqual(2);
  expect(older.length).toBeLessThanOrEqual(4);
});

test("a failed backup is logged and retried, and after 48 hours without one the dead man's switch is pinged", async () => {
  const last = { file: "earlier", bytes: 1, created_at: server().clock.now() };
  await server().database.kysely.insertInto("backups").values(last).execute();
  await mkdir(folder);
  await writeFile(join(folder, "earlier"), "!");
  // Without the server's key, a backup would be of no use.
  const withoutKey = { DATA_DIR: join(root, "nothing") };
  pass(47);
  const ended: [string, boolean][] = [];
  const jobEnded = (name: string, isDone: boolean) => void ended.push([name, isDone]);
  measureServer(server().database, { sent: () => {}, escalated: () => {}, jobEnded });
  const stop = startScheduler(server().world, [
    { name: "back-up", intervalSeconds: 3600, run: () => runJob(withoutKey) },
  ]);
  await expect.poll(() => lines.join("")).toContain("The backup failed. It is tried again in an hour.");
  await stop();
  expect(ended).toEqual([["back-up", false]]);
  expect(pings).toEqual([]);
  pass(1);
  await expect(runJob(withoutKey)).rejects.toThrow("The backup failed.");
  const warning = `There has been no good backup since ${last.created_at.toISOString()}.`;
  expect(lines.join("")).toContain(warning);
  expect(pings).toEqual([`POST /ping/porch/fail?rid=1 ${warning}`]);
  await runJob();
  expect(await made()).toHaveLength(2);
  expect(pings.at(-1)).toBe("GET /ping/porch?rid=1");
});

test.each([
  ["was removed", (file: string) => rm(file)],
  ["is no longer whole", (file: string) => truncate(file, 100)],
])("a backup that %s is said in the log within the hour, and made again", async (_, damage) => {
  await runJob();
  const [file = ""] = await made();
  await damage(join(folder, file));
  expect(await backupState(backingUp())).toEqual({ last: undefined, problem: "missing" });
  pass(1);
  await runJob();
  expect(lines.join("")).toContain(`The newest backup is not in ${folder}, or is no longer whole.`);
  expect((await made()).length).toBeGreaterThan(0);
  expect(await backupState(backingUp())).toMatchObject({ problem: undefined });
});

test("pictures that somebody deletes from the backups are copied again, and those that no backup needs are removed", {
  tags: "extended",
}, async () => {
  const { kysely } = server().database;
  const id = await insertMedia(kysely, null, Buffer.from("A picture"));
  await insertMedia(kysely, null, Buffer.from("Another picture"));
  onTestFinished(async () => void (await kysely.deleteFrom("media").execute()));
  const files = async () =>
    (await readdir(join(folder, "media"), { recursive: true })).filter((name) => name.endsWith(".age"));
  await runJob();
  expect((await lastBackup())?.mediaBytes).toBeGreaterThan(200);
  for (const name of await files()) await rm(join(folder, "media", name));
  pass(24);
  await runJob();
  expect(lines.join("")).toContain(
    `"repaired":2,"msg":"Pictures and voice messages in ${join(folder, "media")} were missing or damaged, and were copied again.`,
  );
  await kysely.deleteFrom("media").where("id", "=", id).execute();
  pass(24);
  await runJob();
  expect(await files()).toHaveLength(2);
  // As if all but the newest had been made so long ago that they are removed.
  for (const name of (await made()).slice(0, -1)) await rm(join(folder, name));
  pass(24);
  await runJob();
  expect(await files()).toHaveLength(1);
  await rm(join(folder, "media"), { recursive: true });
  expect(await backupState(backingUp())).toEqual({ last: undefined, problem: "missing" });
});

test("a folder that nothing can be written to is said in the log, although today's backup is there", async () => {
  await runJob();
  await rename(folder, `${folder}-elsewhere`);
  await writeFile(folder, "not a folder");
  await runJob().catch(() => {});
  await rm(`${folder}-elsewhere`, { recursive: true });
  expect(lines.join("")).toContain(`Porchlight cannot write to ${folder}, the folder of the backups.`);
});

test("the first backup into a folder does not wait for the next hour, and a second one does", async () => {
  const { kysely } = server().database;
  const later = new Date(Date.now() + hourMs);
  const job = { name: "back-up", due_at: later };
  const dueAt = async () =>
    (await kysely.selectFrom("jobs").select("due_at").where("name", "=", "back-up").executeTakeFirstOrThrow())
      .due_at;
  await kysely.deleteFrom("jobs").where("name", "=", "back-up").execute();
  await kysely.insertInto("jobs").values(job).execute();
  await hurryFirstBackup(backingUp());
  expect((await dueAt()).getTime()).toBeLessThan(later.getTime());
  await runJob();
  await kysely.updateTable("jobs").set({ due_at: later }).where("name", "=", "back-up").execute();
  await hurryFirstBackup(backingUp());
  expect(await dueAt()).toEqual(later);
});

test("a backup dated ahead by a wrong clock does not prevent the next one", async () => {
  const created_at = new Date(server().clock.now().getTime() + 1_000 * hourMs);
  await server()
    .database.kysely.insertInto("backups")
    .values({ file: "ahead", bytes: 1, created_at })
    .execute();
  expect(await lastBackup()).toBeUndefined();
});

test("a server without BACKUP_DIR leaves the backups to others", () => {
  expect(schedule(server().world).map(({ name }) => name)).not.toContain("back-up");
});

/** The days of the backups that are left after a year of daily backups, newest first. */
function keptAfter(days: number, start = "2026-01-01T03:00:00Z"): string[] {
  let names: string[] = [];
  for (let day = 0; day < days; day++) {
    names.push(backupName(new Date(Date.parse(start) + day * dayMs)));
    const expired = new Set(expiredBackups(names));
    names = names.filter((name) => !expired.has(name));
  }
  return names.map((name) => name.slice("porchlight-".length, "porchlight-2026-01-01".length)).toReversed();
}

test("out of a year of daily backups, those of 7 days, 4 weeks and 6 months are kept", () => {
  expect(keptAfter(365)).toEqual([
    // Seven days, of which the 31st is also the newest of its week and month.
    ...["2026-12-31", "2026-12-30", "2026-12-29", "2026-12-28", "2026-12-27", "2026-12-26", "2026-12-25"],
    // Sundays of the two weeks before those days.
    ...["2026-12-20", "2026-12-13"],
    ...["2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31"],
  ]);
});

test("the first seven are all kept", () => {
  expect(keptAfter(7)).toHaveLength(7);
});

test("a server that was off for months keeps what it had", () => {
  const before = ["2026-01-05", "2026-01-06", "2026-02-01"].map((day) =>
    backupName(new Date(`${day}T03:00:00Z`)),
  );
  expect(expiredBackups([...before, backupName(new Date("2026-08-01T03:00:00Z"))])).toEqual([]);
});

test("of several backups in one day, the newest is kept", () => {
  const [first, second] = ["T03:00:00Z", "T21:30:00.500Z"].map((time) =>
    backupName(new Date(`2026-01-05${time}`)),
  );
  expect(expiredBackups([second ?? "", first ?? ""])).toEqual([first]);
});

test("a file with another name is not ours to remove", () => {
  const others = [
    "porchlight.tar.gz.age",
    "porchlight-2020-01-01.tar.gz.age",
    "porchlight-2020-13-01T030000Z.tar.gz.age",
  ];
  const names = Array.from({ length: 30 }, (_, day) =>
    backupName(new Date(Date.parse("2026-01-01") + day * dayMs)),
  );
  expect(expiredBackups([...names, ...others]).filter((name) => others.includes(name))).toEqual([]);
});
