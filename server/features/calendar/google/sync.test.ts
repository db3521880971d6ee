import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { disconnectCalendar, listConnectedCalendars } from "#contract/calendar/google.ts";
import { getCalendarSettings } from "#contract/calendar/settings.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { PretendEvent } from "#dev/sandbox/google/pretend-calendars.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";
import { permissionOf } from "./permissions.ts";

const server = useServer();
const home = "America/New_York";

type Account = ReturnType<typeof newAccount>;
let anna: Person;
let account: Account;

beforeEach(async () => {
  const { clock } = server();
  clock.advance(Date.parse("2026-11-20T13:05:00Z") - clock.now().getTime());
  // Removes calendars of earlier tests, which would be synced, too.
  await server().database.kysely.deleteFrom("subscribed_calendars").execute();
  anna = await signUp(server());
  account = newAccount();
});

const at = (time: string, timeZone = home) => ({
  dateTime: Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).toString({ timeZoneName: "never" }),
  timeZone,
});
const event = (id: string, from: string, to: string, more: Partial<PretendEvent> = {}): PretendEvent => ({
  id,
  summary: id,
  start: at(from),
  end: at(to),
  ...more,
});
const lunch = (more: Partial<PretendEvent> = {}) =>
  event("Lunch", "2026-11-21T12:00", "2026-11-21T13:00", more);
const choir = event("Choir", "2026-11-17T19:00", "2026-11-17T20:30", { recurrence: ["RRULE:FREQ=WEEKLY"] });
const choirOn = (day: string) => ({
  id: `choir-${day}`,
  recurringEventId: "Choir",
  originalStartTime: at(`${day}T19:00`),
});

const connect = () => connectAs(anna, account.choice);
const days = { from: "2026-11-18", to: "2026-12-20" };
async function shown(person = anna): Promise<string[]> {
  const events = await person.client.call(listCalendarEvents, { query: days });
  return events.map(({ title, date, startTime, endTime, allDay }) =>
    allDay ? `${date} ${title}` : `${date} ${startTime}-${endTime} ${title}`,
  );
}
async function syncLater(milliseconds = 4 * minuteMs): Promise<void> {
  server().clock.advance(milliseconds);
  await syncGoogleCalendars(server().world);
}
const own = async () => (await anna.client.call(listConnectedCalendars)).calendars[0];
const askedFor = (text: string) => account.calendars.asked.filter((path) => path.includes(text));

describe("a connected calendar", () => {
  it("is in the family's day as soon as it is connected, marked as coming from Google", async () => {
    account.own.put(lunch({ location: "The Corner Table" }));
    expect((await connect()).status).toBe(200);
    const rose = await join(server(), anna, "grandparent", "Rose");
    const [found] = await rose.client.call(listCalendarEvents, { query: { date: "2026-11-21" } });
    expect(found).toMatchObject({
      title: "Lunch",
      location: "The Corner Table",
      startTime: "12:00",
      endTime: "13:00",
      category: "family",
      source: "google",
      isManualEvent: false,
      allDay: false,
    });
  });

  it("is fetched again after four minutes, and only for changes", async () => {
    account.own.put(lunch());
    account.own.put(event("Walk", "2026-11-22T09:00", "2026-11-22T10:00"));
    await connect();
    account.own.put(lunch({ summary: "Brunch", start: at("2026-11-21T11:00") }));
    account.own.cancel("Walk");
    await syncLater(3.9 * minuteMs);
    expect(await shown()).toContain("2026-11-21 12:00-13:00 Lunch");
    await syncLater(0.1 * minuteMs);
    expect(await shown()).toEqual(["2026-11-21 11:00-13:00 Brunch"]);
    expect(askedFor("events")).toHaveLength(2);
    expect(askedFor("events")[0]).not.toContain("syncToken=");
    expect(askedFor("events")[1]).toContain("syncToken=");
    expect((await own())?.freshness).toEqual({
      updatedAt: server().clock.now().toISOString(),
      failure: null,
    });
  });

  it("notifies the family's screens when something has changed, and otherwise only the panel", async () => {
    account.own.put(lunch());
    await connect();
    const screen = await openStream(anna.client);
    await syncLater();
    await expect.poll(() => screen.heard).toEqual(["calendar-settings"]);
    account.own.put(lunch({ summary: "Brunch" }));
    await syncLater();
    await expect.poll(() => screen.heard.slice(1)).toEqual(["calendar-settings", "calendar-events"]);
  });

  it("reports which of its events could not be read", async () => {
    account.own.put(lunch());
    account.own.put(lunch({ id: "Odd", summary: "Odd", start: { dateTime: "soon" } }));
    await connect();
    expect((await own())?.events).toEqual({ found: 2, unreadable: 1, firstUnreadable: "Odd" });
  });

  it("is fetched page by page", async () => {
    account.own.pageSize = 2;
    for (const day of [21, 22, 23, 24, 25])
      account.own.put(event(`Lunch ${day}`, `2026-11-${day}T12:00`, `2026-11-${day}T13:00`));
    await connect();
    expect(await shown()).toHaveLength(5);
    for (const day of [21, 22, 23]) account.own.cancel(`Lunch ${day}`);
    await syncLater();
    expect(await shown()).toHaveLength(2);
    expect(askedFor("pageToken=")).toHaveLength(3);
  });

  it("is fetched by only one of two servers", async () => {
    await connect();
    const other = await startServer({ databaseUrl: server().databaseUrl });
    server().clock.advance(4 * minuteMs);
    other.clock.advance(server().clock.now().getTime() - other.clock.now().getTime());
    await Promise.all([syncGoogleCalendars(server().world), syncGoogleCalendars(other.world)]);
    await other.stop();
    expect(askedFor("events")).toHaveLength(2);
  });

  it("is read again at once when another server has stored something else meanwhile", async () => {
    await connect();
    const { google } = server().world.senders;
    const changes = google.changes.bind(google);
    const atNextRead = vi.spyOn(google, "changes").mockImplementationOnce(async (...about) => {
      account.own.put(lunch());
      await syncLater();
      account.own.put(lunch({ summary: "Brunch" }));
      return await changes(...about);
    });
    onTestFinished(() => atNextRead.mockRestore());
    await syncLater();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Brunch"]);
  });

  it("is refreshed in the background when somebody opens home after a while, and nobody waits for it", async () => {
    account.own.put(lunch());
    await connect();
    account.own.put(lunch({ summary: "Brunch" }));
    server().clock.advance(8 * hourMs);
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch"]);
    await expect.poll(() => shown()).toEqual(["2026-11-21 12:00-13:00 Brunch"]);
    expect(askedFor("events")).toHaveLength(2);
  });
});

it("keeps an event whose text has characters that the database cannot store", async () => {
  account.own.put(lunch({ summary: "Lunch\u0000 with\ud800 Elena, at noon; or so\nperhaps" }));
  await connect();
  expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch with\ufffd Elena, at noon; or so perhaps"]);
});

describe("repeating events", () => {
  it("are expanded like all others, even when their days were not expanded at first", async () => {
    account.own.put({ ...choir, recurrence: ["RRULE:FREQ=WEEKLY", `EXDATE;TZID=${home}:20261208T190000`] });
    await connect();
    const everyTuesday = ["2026-11-24", "2026-12-01", "2026-12-15"].map((day) => `${day} 19:00-20:30 Choir`);
    expect(await shown()).toEqual(everyTuesday);
    const spring = { date: "2027-03-09" };
    expect(await anna.client.call(listCalendarEvents, { query: spring })).toEqual([]);
    await staySignedIn(server());
    await syncLater(30 * dayMs);
    const [found] = await anna.client.call(listCalendarEvents, { query: spring });
    expect(found).toMatchObject({ title: "Choir", startTime: "19:00" });
  });

  it("lose an occurrence that was canceled", async () => {
    account.own.put(choir);
    await connect();
    account.own.put({ ...choirOn("2026-12-01"), status: "cancelled" });
    await syncLater();
    const rest = ["2026-11-24", "2026-12-08", "2026-12-15"].map((day) => `${day} 19:00-20:30 Choir`);
    expect(await shown()).toEqual(rest);
  });

  it("show a moved occurrence only at its new time, and at the original time again when it is moved back", async () => {
    account.own.put({ ...choir, recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"] });
    await connect();
    const one = { ...choirOn("2026-11-24"), summary: "Choir, dress rehearsal" };
    account.own.put({ ...one, start: at("2026-11-26T18:00"), end: at("2026-11-26T20:00") });
    await syncLater();
    expect(await shown()).toEqual([
      "2026-11-26 18:00-20:00 Choir, dress rehearsal",
      "2026-12-01 19:00-20:30 Choir",
    ]);
    account.own.put({ ...one, summary: "Choir", start: at("2026-11-24T19:00"), end: at("2026-11-24T20:30") });
    await syncLater();
    expect(await shown()).toEqual(["2026-11-24 19:00-20:30 Choir", "2026-12-01 19:00-20:30 Choir"]);
  });

  it("are deleted as a whole, together with changes to single dates", async () => {
    account.own.put(choir);
    account.own.put({
      ...choirOn("2026-11-24"),
      summary: "Concert",
      start: at("2026-11-24T18:00"),
      end: at("2026-11-24T20:00"),
    });
    await connect();
    expect(await shown()).toContain("2026-11-24 18:00-20:00 Concert");
    account.own.cancel("Choir");
    await syncLater();
    expect(await shown()).toEqual([]);
  });
});

describe("times", () => {
  it("of all-day events are whole days, including each day in between", async () => {
    const [start, end] = [{ date: "2026-11-25" }, { date: "2026-11-27" }];
    account.own.put({ id: "Visit", summary: "Visit", start, end });
    account.own.put({
      id: "birthday",
      summary: "Ben's birthday",
      recurrence: ["RRULE:FREQ=YEARLY"],
      start: { date: "1980-12-02" },
      end: { date: "1980-12-03" },
    });
    await connect();
    expect(await shown()).toEqual(["2026-11-25 Visit", "2026-11-26 Visit", "2026-12-02 Ben's birthday"]);
  });

  it("of other zones are converted to the family's zone, across clock changes in the other zone", async () => {
    const timeZone = "Europe/Lisbon";
    const [start, end] = [at("2026-10-20T18:00", timeZone), at("2026-10-20T18:45", timeZone)];
    account.own.put({ id: "c", summary: "Call", start, end, recurrence: ["RRULE:FREQ=WEEKLY;COUNT=6"] });
    await connect();
    expect(await shown()).toEqual(["2026-11-24 13:00-13:45 Call"]);
    const wholeFall = { from: "2026-10-18", to: "2026-11-20" };
    const before = await anna.client.call(listCalendarEvents, { query: wholeFall });
    expect(before.map(({ date, startTime }) => `${date} ${startTime}`)).toEqual(["2026-11-17 13:00"]);
  });
});

describe("when Google", () => {
  it("no longer knows the sync token, everything is fetched again, and nothing is lost meanwhile", async () => {
    account.own.put(lunch());
    account.own.put(event("Walk", "2026-11-22T09:00", "2026-11-22T10:00"));
    await connect();
    const ids = async () => (await anna.client.call(listCalendarEvents, { query: days })).map(({ id }) => id);
    const before = await ids();
    account.own.forgetTokens();
    account.own.put(event("Dinner", "2026-11-23T18:00", "2026-11-23T19:00"));
    await syncLater();
    expect((await ids()).slice(0, 2)).toEqual(before);
    expect(await shown()).toHaveLength(3);
    account.own.forgetTokens();
    account.own.cancel("Walk");
    await syncLater();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch", "2026-11-23 18:00-19:00 Dinner"]);
  });

  it("no longer accepts the access token, a new one is requested", async () => {
    await connect();
    account.own.put(lunch());
    account.calendars.failures.push({ status: 401, reason: "authError" });
    await syncLater();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch"]);
    expect((await own())?.freshness?.failure).toBeNull();
  });

  it.each([
    ["limits our rate", { status: 403, reason: "rateLimitExceeded" }],
    ["limits this account's rate", { status: 429, reason: "rateLimitExceeded" }],
    ["has an internal error", { status: 500, reason: "backendError" }],
  ])("%s, the copy stays, and the pause before the next fetch grows", async (_, failure) => {
    account.own.put(lunch());
    await connect();
    const readAt = server().clock.now().toISOString();
    account.calendars.failures.push(failure);
    account.own.put(lunch({ summary: "Brunch" }));
    await syncLater();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch"]);
    const said = "The calendar's server has a problem right now. Please try again later.";
    expect((await own())?.freshness).toEqual({ updatedAt: readAt, failure: said });
    await syncLater();
    expect(askedFor("events")).toHaveLength(2);
    await syncLater();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Brunch"]);
    expect((await own())?.freshness?.failure).toBeNull();
  });

  it("no longer lets us read, the panel says so, the copy stays, and reconnecting continues from there", async () => {
    account.own.put(lunch());
    await connect();
    const readAt = server().clock.now().toISOString();
    const permission = await permissionOf(server().world, anna.familyId);
    await server().world.senders.google.revoke(permission?.refreshToken ?? "");
    await syncLater();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch"]);
    const { calendars, isRevoked } = await anna.client.call(listConnectedCalendars);
    expect(isRevoked).toBe(true);
    const failure = "We no longer have permission to read this calendar. Please reconnect it.";
    expect(calendars[0]?.freshness).toEqual({ updatedAt: readAt, failure });
    expect((await anna.client.call(getCalendarSettings)).isConnected).toBe(false);
    account.own.put(lunch({ summary: "Brunch" }));
    await connect();
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Brunch"]);
    expect(await anna.client.call(listConnectedCalendars)).toMatchObject({ isRevoked: false });
  });

  it("no longer has the calendar, the panel says so, and the account stays connected", async () => {
    account.own.put(lunch());
    await connect();
    account.calendars.all.pop();
    await syncLater();
    const failure = "This calendar is gone, or no longer shared with this account.";
    expect((await own())?.freshness?.failure).toBe(failure);
    expect((await anna.client.call(getCalendarSettings)).isConnected).toBe(true);
    expect(await shown()).toEqual(["2026-11-21 12:00-13:00 Lunch"]);
  });

  it("is asked for events, no data is requested that nobody sees: neither attendees nor their addresses", async () => {
    await connect();
    const { searchParams } = new URL(askedFor("events")[0] ?? "", "http://localhost");
    expect(searchParams.get("fields")).not.toMatch(/email|displayName|creator|organizer/);
  });

  it("fails for one family, the others are still fetched", async () => {
    await connect();
    const otto = await signUp(server(), { name: "Otto" });
    const other = newAccount("Otto");
    await connectAs(otto, other.choice);
    other.own.put(lunch());
    account.calendars.failures.push({ status: 500, reason: "backendError" });
    await syncLater();
    expect(await shown(otto)).toEqual(["2026-11-21 12:00-13:00 Lunch"]);
    expect(await shown(anna)).toEqual([]);
  });
});

it("disconnecting removes its events from the family's day and deletes everything of it", async () => {
  account.own.put(lunch());
  await connect();
  await anna.client.call(disconnectCalendar);
  expect(await shown()).toEqual([]);
  const { kysely } = server().database;
  const rows = kysely.selectFrom("google_events").where("family_id", "=", anna.familyId).selectAll();
  expect(await rows.execute()).toEqual([]);
  expect(await anna.client.call(listConnectedCalendars)).toEqual({ calendars: [], isRevoked: false });
});
