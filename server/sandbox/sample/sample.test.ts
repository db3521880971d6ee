import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listManualEvents } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { getFamily, listMembers } from "#contract/families.ts";
import { getHelpFigures, listPastRequests } from "#contract/help/past-requests.ts";
import { listHelpPhrases } from "#contract/help/phrases.ts";
import { getHelpRequest, listHelpRequests } from "#contract/help/requests.ts";
import { listInvitations } from "#contract/invitations.ts";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { getActivePuzzle, listPuzzles } from "#contract/puzzles.ts";
import { createApp } from "#server/app.ts";
import { serve } from "#server/lifetime.ts";
import { measurementsOf } from "#server/measurements.ts";
import { Client } from "#tests/support/client.ts";
import { cloneDatabase } from "#tests/support/database.ts";
import { query } from "#tests/support/embedded.ts";
import { newFolder } from "#tests/support/folder.ts";
import { signUp } from "#tests/support/people.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";
import { addSample } from "./sample.ts";

const server = useServer({ env: { METRICS: "on", METRICS_TOKEN: "a-token-of-the-tests" } });

let said = "";
let measurements: unknown;
beforeAll(async () => {
  measurements = measurementsOf(server().world);
  said = await addSample(server().world, createApp);
});

/** Signs in with the name and password that were printed. */
async function signIn(name: string): Promise<Client> {
  const line = said.split("\n").find((one) => one.includes(name)) ?? "";
  const [username = "", password = ""] = line.trim().split(/ {2,}/);
  const client = new Client(server().url);
  const { token } = await client.call(login, { body: { username, password } });
  return Object.assign(client, { token });
}

describe("the sample family", () => {
  test("can sign in with the names and passwords that were printed", async () => {
    const roles = {
      "Rose Reyes": "grandparent",
      "Anna Reyes": "admin",
      "Ben Reyes": "child",
      "Maya Reyes": "child",
    };
    for (const [name, role] of Object.entries(roles)) {
      const { user } = await (await signIn(name)).call(getStatus);
      expect(user).toMatchObject({ username: name, role });
    }
    expect(said).toContain("+16145550141");
    const rose = await (await signIn("Rose Reyes")).call(getStatus);
    expect(rose.user.grandparentNames).toBe("Rose & Walter");
  });

  test("lives in this machine's time zone and was last seen today", async () => {
    const anna = await signIn("Anna Reyes");
    expect(await anna.call(getFamily)).toMatchObject({
      name: "The Reyes family",
      timeZone: Temporal.Now.timeZoneId(),
    });
    for (const { lastSeenAt } of await anna.call(listMembers))
      expect(server().clock.now().getTime() - Date.parse(lastSeenAt ?? "")).toBeLessThan(dayMs);
  });

  test("has a month of events of every kind around today, with people who are driving and coming", async () => {
    const anna = await signIn("Anna Reyes");
    const day = (days: number) =>
      server()
        .clock.now()
        .toTemporalInstant()
        .toZonedDateTimeISO(Temporal.Now.timeZoneId())
        .add({ days })
        .toPlainDate()
        .toString();
    const month = await anna.call(listCalendarEvents, { query: { from: day(-20), to: day(20) } });
    expect(new Set(month.map(({ category }) => category))).toEqual(
      new Set(["kids", "family", "appointment"]),
    );
    expect(new Set(month.flatMap(({ people }) => people.map(({ part }) => part)))).toEqual(
      new Set(["driving", "coming"]),
    );
    expect(month.length).toBeGreaterThan(40);
    const today = (await anna.call(listCalendarEvents)).map(({ title }) => title);
    expect(today).toEqual(expect.arrayContaining(["Coffee with Dolores", "Walter: hearing aid check"]));
    const events = await anna.call(listManualEvents);
    expect(events.filter(({ recurrence }) => recurrence !== null)).toHaveLength(6);
    expect((await anna.call(listActiveLocalEvents)).length).toBeGreaterThanOrEqual(4);
  });

  test("has its own puzzles, and a streak of solved days that can continue today", async () => {
    const [anna, rose] = [await signIn("Anna Reyes"), await signIn("Rose Reyes")];
    expect(await anna.call(listPuzzles)).toHaveLength(4);
    expect(await rose.call(getActivePuzzle)).toMatchObject({ daysInARow: 11, hasSolvedToday: false });
  });

  test("has its own phrases in its own order, and hides one", async () => {
    const rose = await signIn("Rose Reyes");
    const [first] = await rose.call(listHelpPhrases, { params: { id: 2 } });
    expect(first?.phrase).toBe("Please water my tomatoes.");
    const tech = await rose.call(listHelpPhrases, { params: { id: 1 } });
    expect(tech.map(({ phrase }) => phrase)).not.toContain("My printer won't print.");
  });

  test("has asked for help and been helped, within minutes", async () => {
    const ben = await signIn("Ben Reyes");
    expect(await ben.call(listHelpRequests), "nothing is open").toEqual([]);
    const { requests } = await ben.call(listPastRequests);
    expect(requests).toHaveLength(8);
    expect(new Set(requests.flatMap(({ answer }) => answer?.person?.name ?? []))).toEqual(
      new Set(["Anna Reyes", "Ben Reyes", "Maya Reyes"]),
    );
    expect(await ben.call(getHelpFigures)).toEqual({ asked: 8, answered: 7, halfWithin: 120 });
  });

  test("was asked again in the minutes after a request that nobody had answered", async () => {
    const ben = await signIn("Ben Reyes");
    const { requests } = await ben.call(listPastRequests);
    const past = requests.find(({ phrase }) => phrase === "Walter's hearing aid needs new batteries.");
    const { askedAt, receipts } = await ben.call(getHelpRequest, { params: { id: past?.id ?? 0 } });
    const seconds = (at: string) => (Date.parse(at) - Date.parse(askedAt)) / 1000;
    expect(receipts.map(({ state, at, person }) => [seconds(at), state, person?.name])).toEqual([
      [0, "ACCEPTED", undefined],
      [6, "REACHED", "Anna Reyes"],
      [12, "REACHED", "Ben Reyes"],
      [180, "ESCALATED", "Ben Reyes"],
      [180, "ESCALATED", "Maya Reyes"],
      [342, "REACHED", "Maya Reyes"],
      [342, "SEEN", "Maya Reyes"],
      [360, "ACKNOWLEDGED", "Maya Reyes"],
      [2460, "RESOLVED", "Maya Reyes"],
    ]);
  });

  test("has one invitation that is open and one that has expired", async () => {
    const anna = await signIn("Anna Reyes");
    const { user } = await anna.call(getStatus);
    const invitations = await anna.call(listInvitations, { params: { familyId: user.familyId ?? 0 } });
    const waiting = invitations.filter(({ status }) => status === "pending");
    const now = server().clock.now().toISOString();
    expect(waiting.map(({ name, expiresAt }) => `${name} ${expiresAt > now}`)).toEqual([
      "Dolores Kim true",
      "Uncle Joe false",
    ]);
  });

  test("leaves the metrics to the server that it is added to", () => {
    expect(measurements).toBeDefined();
    expect(measurementsOf(server().world)).toBe(measurements);
  });

  test("has sent no messages", () => {
    expect(server().outbox).toEqual([]);
  });

  test("is added only once, however often the server starts with it", async () => {
    const again = await addSample(server().world, createApp);
    expect(again).toContain("is already there");
    expect(again).toContain("annas-garden");
    const anna = await signIn("Anna Reyes");
    expect(await anna.call(listMembers)).toHaveLength(4);
    expect(await anna.call(listPuzzles)).toHaveLength(4);
  });
});

test("of a sample family that is there in part, the start says so", async () => {
  const other = await startServer();
  onTestFinished(() => other.stop());
  await signUp(other, { name: "Anna Reyes", phoneNumber: "+16145550142" });
  expect(await addSample(other.world, createApp)).toContain(
    "Only 1 of the sample family's 4 people are there",
  );
});

/** The messages about help requests, each with the minutes from its request, and what became of it. */
const helpMessages = (databaseUrl: string) =>
  query<{ minutes: number; state: string }>(
    databaseUrl,
    `select extract(epoch from m.created_at - r.asked_at)::float / 60 as minutes, m.state
     from messages m join help_requests r on r.family_id = m.family_id and r.id = m.subject_id
     where m.kind = 'help'`,
  );

describe("starting with --sample", () => {
  const start = (env: NodeJS.ProcessEnv, ...args: string[]) => serve(env, args);

  async function startWithSample(DATABASE_URL: string) {
    const DATA_DIR = await newFolder();
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
    const env = { ...process.env, DATA_DIR, DATABASE_URL, PORT: "0", LOG_LEVEL: "warn" };
    return spawn(process.execPath, ["server/main.ts", "--sample"], { env });
  }

  test("sends nothing now about the requests of the past month", async () => {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const started = await startWithSample(database.url);
    let printed = "";
    started.stdout.on("data", (data) => {
      printed += data;
    });
    await expect.poll(() => printed, { timeout: 30_000 }).toContain("annas-garden");
    started.kill();
    await once(started, "exit");
    const sent = await helpMessages(database.url);
    expect(Math.max(...sent.map(({ minutes }) => minutes))).toBeLessThan(60);
    expect(sent.map(({ state }) => state)).not.toContain("WAITING");
    expect(sent.length).toBeGreaterThan(10);
  });

  test("makes the whole family, even if the server is stopped meanwhile", async () => {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const started = await startWithSample(database.url);
    const ended = once(started, "exit");
    const people = () => query(database.url, "select username from people order by id");
    await expect.poll(people, { interval: 10 }).not.toEqual([]);
    started.kill();
    expect(await ended).toEqual([0, null]);
    const names = ["Anna Reyes", "Rose Reyes", "Ben Reyes", "Maya Reyes"];
    expect(await people()).toEqual(names.map((username) => ({ username })));
    const invited = await query(database.url, "select name from invitations where status = 'pending'");
    expect(invited).toContainEqual({ name: "Dolores Kim" });
  });

  test("is refused outside the sandbox, in plain words", async () => {
    for (const env of [production, { SANDBOX: "false" }])
      await expect(start(env, "--sample")).rejects.toThrow("--sample works only in the sandbox");
  });

  test("an unknown option is refused by its name", async () => {
    await expect(start({}, "--sampel")).rejects.toThrow('Unknown option "--sampel".');
    await expect(start({}, "--sample", "again")).rejects.toThrow('Unknown option "again".');
  });
});
