import { beforeAll, describe, expect, test } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import {
  changeCalendarSettings,
  getCalendarSettings,
  readCalendarAgain,
} from "#contract/calendar/settings.ts";
import { minuteMs } from "#contract/durations.ts";
import { calendar, calendarFile, useFeedServer } from "#tests/support/feed-server.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// The server's clock reads 8:05 a.m. on 2026-11-20 in New York.
const server = useServer();
const feeds = useFeedServer();

const everything = { calendarUrl: "", showKidsEvents: true, showFamilyEvents: true, showAppointments: true };

let anna: Person;
beforeAll(async () => {
  anna = await signUp(server());
});

const settingsOf = ({ client }: Person) => client.call(getCalendarSettings);
const save = ({ client }: Person, change: object) =>
  client.ask(changeCalendarSettings, { body: { ...everything, ...change } });
const titles = async ({ client }: Person, query: Record<string, string> = {}) =>
  (await client.call(listCalendarEvents, { query })).map(({ title }) => title);

const enter = ({ client }: Person, title: string, category: string) => {
  const body = {
    title,
    startDate: "2026-11-20T10:00",
    endDate: "2026-11-20T11:00",
    location: "Home",
    category,
  };
  return client.call(addManualEvent, { body });
};

const lunch = () => feeds.serve("/lunch.ics", calendar(["Lunch", ":20261120T170000Z", "LOCATION:Kitchen"]));

describe("calendar settings", () => {
  test("show everything until somebody chooses otherwise", async () => {
    expect(await settingsOf(anna)).toEqual({
      ...everything,
      isConnected: false,
      feedEvents: null,
      feedCategory: "family",
      feed: null,
    });
  });

  test("can be changed by admins, seen by the whole family, and by nobody else", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    const { status, body } = await save(anna, { showKidsEvents: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...everything, showKidsEvents: false });
    expect(await settingsOf(rose)).toEqual(body);
    for (const other of [ben, rose]) expect((await save(other, {})).status).toBe(403);
    expect(await settingsOf(await signUp(server()))).toMatchObject(everything);
  });

  test.each([
    [{ calendarUrl: "the family calendar" }, { calendarUrl: "Please enter a valid URL" }],
    [{ calendarUrl: "javascript:alert(1)" }, { calendarUrl: "Please enter a valid URL" }],
    [{ calendarUrl: `https://example.com/${"x".repeat(2000)}` }, { calendarUrl: "Please enter a valid URL" }],
    [{ feedCategory: "work" }, { feedCategory: "Please choose one of the three" }],
    [{ showKidsEvents: "yes" }, { showKidsEvents: expect.any(String) }],
    [{ isConnected: true }, { "": expect.any(String) }],
  ])("%j is refused by its field", async (change, fields) => {
    const { status, body } = await save(anna, change);
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields });
  });
});

describe("the calendar at an address", () => {
  test("is visible only to admins, because anyone with the address can read that calendar", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    const calendarUrl = lunch();
    expect((await save(anna, { calendarUrl })).body).toMatchObject({ calendarUrl });
    expect(await settingsOf(anna)).toMatchObject({ calendarUrl });
    for (const other of [ben, rose]) expect(await settingsOf(other)).toMatchObject({ calendarUrl: "" });
  });

  test("reports how many events it has, and which of them could not be read", async () => {
    const { anna } = await reyesFamily(server());
    expect(await settingsOf(anna)).toMatchObject({ feedEvents: null });
    const nothing = feeds.serve("/nothing.ics", calendar());
    expect((await save(anna, { calendarUrl: nothing })).body).toMatchObject({
      feedEvents: { found: 0, unreadable: 0, firstUnreadable: null },
    });
    const text = calendar(["Lunch", ":20261120T170000Z"], ["Choir", ":soon"], ["Chess", ":later"]);
    const address = feeds.serve("/in-part.ics", text);
    const inPart = { found: 3, unreadable: 2, firstUnreadable: "Choir" };
    expect((await save(anna, { calendarUrl: address })).body).toMatchObject({ feedEvents: inPart });
    feeds.serve("/in-part.ics", calendar(["Lunch", ":20261120T170000Z"]));
    expect(await anna.client.call(readCalendarAgain)).toMatchObject({
      feedEvents: { found: 1, unreadable: 0, firstUnreadable: null },
    });
  });

  test("puts its events into the family's day, read-only, with their titles and places", async () => {
    const { status, body } = await save(anna, { calendarUrl: lunch() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      calendarUrl: lunch(),
      feed: { updatedAt: server().clock.now().toISOString(), failure: null },
    });
    expect(await anna.client.call(listCalendarEvents, { query: {} })).toMatchObject([
      {
        id: expect.stringMatching(/^feed-\d+$/),
        title: "Lunch",
        location: "Kitchen",
        startTime: "12:00",
        date: "2026-11-20",
        allDay: false,
        isManualEvent: false,
        category: "family",
        source: "feed",
      },
    ]);
  });

  test("has the category that the admin gives it", async () => {
    await save(anna, { calendarUrl: lunch(), feedCategory: "kids" });
    expect(await anna.client.call(listCalendarEvents, { query: {} })).toMatchObject([{ category: "kids" }]);
    await save(anna, { calendarUrl: lunch() });
    expect(await settingsOf(anna)).toMatchObject({ feedCategory: "kids" });
  });

  test("replaces the previous one, and removing it removes its events", async () => {
    const person = await signUp(server());
    await save(person, { calendarUrl: lunch() });
    const school = feeds.serve("/school.ics", calendarFile("school"));
    await save(person, { calendarUrl: school });
    expect(await titles(person, { date: "2026-11-25" })).toEqual(["Half day", "First term"]);
    expect(await titles(person)).toEqual(["First term"]);
    await save(person, { calendarUrl: "" });
    expect(await titles(person, { date: "2026-11-25" })).toEqual([]);
    expect(await settingsOf(person)).toMatchObject({ calendarUrl: "", feed: null });
  });

  test("shows all-day events as whole days, events past midnight on both days, and those that start at midnight on the new one", async () => {
    const person = await signUp(server());
    const text = calendar(
      ["Trip", ";VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261203"],
      ["Party", ";TZID=America/New_York:20261204T200000", "DURATION:PT6H"],
      ["Fireworks", ";TZID=America/New_York:20270101T000000"],
    );
    await save(person, { calendarUrl: feeds.serve("/days.ics", text) });
    const days = await person.client.call(listCalendarEvents, {
      query: { from: "2026-11-30", to: "2027-01-02" },
    });
    expect(
      days.map(({ title, date, allDay, startTime, endTime }) => [
        title,
        date,
        allDay || `${startTime}-${endTime}`,
      ]),
    ).toEqual([
      ["Trip", "2026-12-01", true],
      ["Trip", "2026-12-02", true],
      ["Party", "2026-12-04", "20:00-02:00"],
      ["Party", "2026-12-05", "00:00-02:00"],
      ["Fireworks", "2027-01-01", "00:00-undefined"],
    ]);
  });

  test("is hidden from other families", async () => {
    expect(await titles(anna)).toEqual(["Lunch"]);
    expect(await titles(await signUp(server()))).toEqual([]);
  });

  test("appears on the family's screens automatically", async () => {
    const ben = await join(server(), anna, "child", "Ben");
    const screen = await openStream(ben.client);
    await save(anna, { calendarUrl: "" });
    await expect
      .poll(() => screen.heard)
      .toEqual(expect.arrayContaining(["calendar-settings", "calendar-events"]));
  });

  test("is encrypted with the server's key, because a secret address opens the calendar", async () => {
    const url = feeds.serve("/private-0a1b2c3d4e/basic.ics", calendarFile("google"));
    await save(anna, { calendarUrl: url });
    const rows = await server().database.kysely.selectFrom("subscribed_calendars").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("0a1b2c3d4e");
    expect(rows.every(({ sealed_url }) => !sealed_url.includes("0a1b2c3d4e"))).toBe(true);
  });
});

describe("an unreadable address is refused with its reason at the field, and nothing changes", () => {
  const page = "<!doctype html><form><input type='password'></form>";
  test.each([
    ["/nothing.ics", 404, "", "There is no calendar at this address. Please check it."],
    ["/door", 200, page, "This calendar needs a sign-in. Please use its public or secret address."],
    ["/news", 200, "<html>News", "This is not a calendar. Please look for an address that ends in .ics."],
    ["/text", 200, "Hello", "This is not a calendar. Please look for an address that ends in .ics."],
    ["/cut-off", 200, calendarFile("broken/cut-off"), "This calendar is damaged, so we cannot read it."],
    ["/trouble", 500, "", "The calendar's server has a problem right now. Please try again later."],
    ["/unchanged", 304, "", "The calendar's server has a problem right now. Please try again later."],
  ])("%s", async (path, status, text, words) => {
    const before = await settingsOf(anna);
    const calendarUrl = feeds.answer(path, (response) => response.writeHead(status).end(text));
    const answer = await save(anna, { calendarUrl, showFamilyEvents: false });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: words, fields: { calendarUrl: words } });
    expect(await settingsOf(anna)).toEqual(before);
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/feed.ics",
    "https://user:pw@example.com/",
  ])("%s, inside a private network", async (calendarUrl) => {
    const { status, body } = await save(anna, { calendarUrl });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: {
        calendarUrl: "We can't read this address. Please use one that's public on the internet.",
      },
    });
  });
});

describe("the three show switches", () => {
  const events = [
    ["kids", "Piano lesson"],
    ["family", "Dinner"],
    ["appointment", "Dentist"],
  ] as const;
  const switches = { kids: "showKidsEvents", family: "showFamilyEvents", appointment: "showAppointments" };

  test.each(["kids", "family", "appointment"] as const)("'%s' off hides those of this kind", async (off) => {
    const { anna, rose } = await reyesFamily(server());
    for (const [category, title] of events) await enter(anna, title, category);
    expect(await titles(rose)).toEqual(["Piano lesson", "Dinner", "Dentist"]);
    await save(anna, { [switches[off]]: false });
    expect(await titles(rose)).toEqual(
      events.filter(([category]) => category !== off).map(([, title]) => title),
    );
  });

  test("hide imported events too", async () => {
    const person = await signUp(server());
    await save(person, { calendarUrl: lunch(), feedCategory: "appointment" });
    expect(await titles(person)).toEqual(["Lunch"]);
    await save(person, { calendarUrl: lunch(), showAppointments: false });
    expect(await titles(person)).toEqual([]);
  });
});

describe("refreshing", () => {
  test("the other server is not contacted when only a switch is saved", async () => {
    const person = await signUp(server());
    const url = feeds.serve("/once.ics", calendarFile("google"));
    await save(person, { calendarUrl: url });
    feeds.answer("/once.ics", (response) => response.writeHead(500).end());
    expect((await save(person, { calendarUrl: url, showKidsEvents: false })).status).toBe(200);
    expect(feeds.asked.filter((path) => path === "/once.ics")).toHaveLength(1);
  });

  test("can be requested at any time; a failure is reported, and the last good copy stays", async () => {
    const person = await signUp(server());
    const url = feeds.serve("/again.ics", calendar(["Lunch", ":20261120T170000Z"]));
    await save(person, { calendarUrl: url });
    const firstAt = server().clock.now().toISOString();
    server().clock.advance(minuteMs);
    feeds.answer("/again.ics", (response) => response.writeHead(403).end());
    const failed = await person.client.call(readCalendarAgain);
    const failure = "This calendar needs a sign-in. Please use its public or secret address.";
    expect(failed.feed).toEqual({ updatedAt: firstAt, failure });
    expect(await titles(person)).toEqual(["Lunch"]);
    feeds.serve("/again.ics", calendar(["Brunch", ":20261120T160000Z"]));
    const read = await person.client.call(readCalendarAgain);
    expect(read.feed).toEqual({ updatedAt: server().clock.now().toISOString(), failure: null });
    expect(await titles(person)).toEqual(["Brunch"]);
  });

  test("is not possible without an address", async () => {
    expect((await (await signUp(server())).client.ask(readCalendarAgain)).status).toBe(404);
  });
});
