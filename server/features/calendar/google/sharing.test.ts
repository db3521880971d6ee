import { beforeEach, describe, expect, it, vi } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listConnectedCalendars, type SharedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { PretendCalendar } from "#dev/sandbox/google/pretend-calendars.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

const server = useServer();

let anna: Person;
let account: ReturnType<typeof newAccount>;
let kids: string;

const at = (hour: string) => ({ dateTime: `2026-11-21T${hour}:00:00-05:00` });
const event = (id: string, hour: string, end: string) => ({ id, summary: id, start: at(hour), end: at(end) });

beforeEach(async () => {
  anna = await signUp(server());
  account = newAccount();
  account.own.put(event("Lunch", "12", "13"));
  kids = `kids-${account.email}`;
  account.calendars.all.push(new PretendCalendar(kids, "Kids", { events: [event("Swimming", "15", "16")] }));
  await connectAs(anna, account.choice);
});

const shown = async ({ client } = anna) =>
  (await client.call(listCalendarEvents, { query: { date: "2026-11-21" } })).map(
    ({ title, category }) => `${title}, ${category}`,
  );
const choose = (...calendars: SharedCalendars["calendars"]) =>
  anna.client.ask(shareCalendars, { body: { calendars } });
const shared = (id: string) => ({ id, isShared: true, category: "kids" as const });
/** Another server for the same families, with limits of its own. */
async function strictServer(limits: Partial<Limits>) {
  const strict = await startServer({ databaseUrl: server().databaseUrl, limits });
  const client = new Client(strict.url, anna.client.token);
  return {
    server: strict,
    choose: (...calendars: SharedCalendars["calendars"]) =>
      client.ask(shareCalendars, { body: { calendars } }),
    stop: () => strict.stop(),
  };
}
const listed = async () => {
  const { calendars } = await anna.client.call(listConnectedCalendars);
  return calendars.map(({ name, isShared, category }) => ({ name, isShared, category }));
};

describe("the calendars of an account", () => {
  it("are listed by name, and at first only the account's primary one is shared", async () => {
    expect(await listed()).toEqual([
      { name: account.email, isShared: true, category: "family" },
      { name: "Kids", isShared: false, category: "family" },
    ]);
    expect(await shown()).toEqual(["Lunch, family"]);
  });

  it("can be shared one by one, each with a category that the show switches use", async () => {
    const screen = await openStream(anna.client);
    const { status, body } = await choose({ id: kids, isShared: true, category: "kids" });
    expect(status).toBe(200);
    expect(body.calendars[1]).toMatchObject({ isShared: true, freshness: { failure: null } });
    expect(await shown()).toEqual(["Lunch, family", "Swimming, kids"]);
    await expect.poll(() => screen.heard).toContain("calendar-events");
    const everything = { calendarUrl: "", showFamilyEvents: true, showAppointments: true };
    await anna.client.call(changeCalendarSettings, { body: { ...everything, showKidsEvents: false } });
    expect(await shown()).toEqual(["Lunch, family"]);
    await choose({ id: kids, isShared: true, category: "appointment" });
    expect(await shown()).toEqual(["Lunch, family", "Swimming, appointment"]);
  });

  it("disappear from the family's day when they are no longer shared", async () => {
    await choose({ id: account.email, isShared: false, category: "family" });
    expect(await shown()).toEqual([]);
    expect((await listed())[0]).toMatchObject({ isShared: false });
    await connectAs(anna, account.choice);
    expect(await shown()).toEqual([]);
  });

  it("stay as they are when one cannot be read, and the reason is shown", async () => {
    account.calendars.failures.push({ status: 500, reason: "backendError" });
    const { status, body } = await choose({ id: kids, isShared: true, category: "kids" });
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({
        message: "The calendar's server has a problem right now. Please try again later.",
      }),
    ]);
    expect(await shown()).toEqual(["Lunch, family"]);
  });

  it("are limited to the account's own: a made-up ID is not found", async () => {
    expect((await choose({ id: "boss@example.com", isShared: true, category: "family" })).status).toBe(404);
    const mallory = await signUp(server(), { name: "Mallory" });
    const body = { calendars: [{ id: kids, isShared: true, category: "kids" }] };
    expect((await mallory.client.ask(shareCalendars, { body })).status).toBe(409);
    expect(await shown(mallory)).toEqual([]);
  });

  it("are at most as many as a family may subscribe to", async () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      id: `${at}`,
      isShared: true,
      category: "kids" as const,
    }));
    expect((await choose(...many)).status).toBe(409);
  });

  it("count also when a change does not name them, and no family is kept from seeing fewer", async () => {
    const { choose: chooseOn, stop } = await strictServer({ feedsPerFamily: 1 });
    const refused = await chooseOn(shared(kids));
    expect(refused).toMatchObject({
      status: 409,
      body: { message: "The family can see 1 calendars. Please choose fewer." },
    });
    expect(await shown()).toEqual(["Lunch, family"]);
    expect((await choose(shared(kids))).status).toBe(200);
    expect((await chooseOn({ ...shared(kids), category: "appointment" })).status).toBe(200);
    expect((await chooseOn({ ...shared(account.email), isShared: false })).status).toBe(200);
    expect(await shown()).toEqual(["Swimming, appointment"]);
    expect((await chooseOn({ ...shared(kids), isShared: false }, shared(account.email))).status).toBe(200);
    expect(await shown()).toEqual(["Lunch, kids"]);
    await stop();
  });

  it("are never too many when two admins choose at the same moment", async () => {
    const sports = `sports-${account.email}`;
    account.calendars.all.push(new PretendCalendar(sports, "Sports"));
    const { choose: chooseOn, server: strict, stop } = await strictServer({ feedsPerFamily: 2 });
    const bothRead = Promise.withResolvers<void>();
    const { google } = strict.world.senders;
    const changes = google.changes.bind(google);
    const reads = vi.spyOn(google, "changes").mockImplementation(async (...about) => {
      if (reads.mock.calls.length === 2) bothRead.resolve();
      await bothRead.promise;
      return await changes(...about);
    });
    const answers = await Promise.all([kids, sports].map((id) => chooseOn(shared(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await listed()).filter(({ isShared }) => isShared)).toHaveLength(2);
    reads.mockRestore();
    await stop();
  });

  it("are shared once, even if a request names one twice", async () => {
    expect((await choose(shared(kids), shared(kids))).status).toBe(200);
    const { kysely } = server().database;
    const rows = kysely.selectFrom("subscribed_calendars").select("name").orderBy("id");
    expect(await rows.where("family_id", "=", anna.familyId).execute()).toEqual([
      { name: account.email },
      { name: "Kids" },
    ]);
  });

  it("are read one after the other", async () => {
    const more = ["Sports", "Music"].map((name) => new PretendCalendar(`${name}-${account.email}`, name));
    account.calendars.all.push(...more);
    const { google } = server().world.senders;
    const changes = google.changes.bind(google);
    let [reading, most] = [0, 0];
    const reads = vi.spyOn(google, "changes").mockImplementation(async (...about) => {
      most = Math.max(most, ++reading);
      const found = await changes(...about);
      reading -= 1;
      return found;
    });
    expect((await choose(...[kids, ...more.map(({ id }) => id)].map(shared))).status).toBe(200);
    expect([reads.mock.calls.length, most]).toEqual([3, 1]);
    reads.mockRestore();
  });

  it("can be chosen only so often, because each choice may have calendars read", async () => {
    const { choose: chooseOn, stop } = await strictServer({ feedReadings: 2 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn++) statuses.push((await chooseOn(shared(kids))).status);
    expect(statuses).toEqual([200, 200, 429]);
    await stop();
  });

  it("can be chosen only by admins", async () => {
    for (const role of ["child", "grandparent"] as const) {
      const { client } = await join(server(), anna, role, "Rose");
      expect((await client.ask(listConnectedCalendars)).status).toBe(403);
      expect((await client.ask(shareCalendars, { body: { calendars: [] } })).status).toBe(403);
    }
  });

  it("that are shared are still listed while Google does not answer", async () => {
    account.calendars.failures.push({ status: 500, reason: "backendError" });
    expect(await listed()).toEqual([{ name: account.email, isShared: true, category: "family" }]);
  });

  it("are replaced by those of another account", async () => {
    const other = newAccount("Ben");
    other.own.put(event("Garage", "08", "09"));
    await connectAs(anna, other.choice);
    expect(await shown()).toEqual(["Garage, family"]);
  });
});
