import { beforeAll, describe, expect, test } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import {
  addLocalEvent,
  listActiveLocalEvents,
  listLocalEventFeeds,
  listLocalEvents,
  subscribeToLocalEventFeed,
  unsubscribeFromLocalEventFeed,
} from "#contract/local-events.ts";
import { calendar, calendarFile, useFeedServer } from "#tests/support/feed-server.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

// The server's clock reads 8:05 a.m. on 2026-11-20 in New York.
const server = useServer();
const feeds = useFeedServer();

let library = "";
beforeAll(() => {
  library = feeds.serve("/library.ics", calendarFile("library"));
});

const subscribe = ({ client }: Person, url: string, name?: string) =>
  client.ask(subscribeToLocalEventFeed, { body: { url, ...(name !== undefined && { name }) } });
const listed = ({ client }: Person) => client.call(listLocalEventFeeds);
const ahead = ({ client }: Person) => client.call(listActiveLocalEvents);

describe("a public calendar that a family subscribes to", () => {
  test("brings its events of the next fourteen days, each with its source", async () => {
    const { anna, rose } = await reyesFamily(server());
    const { status, body } = await subscribe(anna, library);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: "Town Library",
      url: library,
      updatedAt: server().clock.now().toISOString(),
      failure: null,
      events: { found: expect.any(Number), unreadable: 0, firstUnreadable: null },
    });
    expect(await ahead(rose)).toEqual([
      {
        id: expect.any(Number),
        title: "Quilts of Ohio",
        date: "2026-11-20T00:00",
        allDay: true,
        location: "Town Library",
        description: "",
        source: "Town Library",
      },
      expect.objectContaining({ title: "Gentle chair stretch", date: "2026-11-23T09:30", allDay: false }),
      expect.objectContaining({ title: "Book club", date: "2026-12-01T14:00" }),
    ]);
  });

  test("is listed together with the family's own entries, in time order, each with its own ID", async () => {
    const anna = await signUp(server());
    await subscribe(anna, library);
    const body = { title: "Concert", date: "2026-11-24T10:00", location: "Park" };
    await anna.client.call(addLocalEvent, { body });
    const list = await ahead(anna);
    expect(list.map(({ title }) => title)).toEqual([
      "Quilts of Ohio",
      "Gentle chair stretch",
      "Concert",
      "Book club",
    ]);
    expect(new Set(list.map(({ id }) => id)).size).toBe(4);
    expect(await anna.client.call(listLocalEvents)).toMatchObject([{ title: "Concert" }]);
  });

  test("has the name that the admin gives it, its own, or that of its server", async () => {
    const anna = await signUp(server());
    await subscribe(anna, library, "The library on Oak Street");
    await subscribe(anna, feeds.serve("/nameless.ics", calendar(["Walk", ":20261121T170000Z"])), "  ");
    expect((await listed(anna)).map(({ name }) => name)).toEqual(["The library on Oak Street", "127.0.0.1"]);
  });

  test("is removed together with its events", async () => {
    const { anna, rose } = await reyesFamily(server());
    const { body } = await subscribe(anna, library);
    const screen = await openStream(rose.client);
    await anna.client.call(unsubscribeFromLocalEventFeed, { params: { id: body.id } });
    expect(await ahead(rose)).toEqual([]);
    expect(await listed(anna)).toEqual([]);
    await expect
      .poll(() => screen.heard)
      .toEqual(["local-event-calendars", "local-events", "stale-calendars"]);
    expect((await anna.client.ask(unsubscribeFromLocalEventFeed, { params: { id: body.id } })).status).toBe(
      404,
    );
  });

  test("is not in the calendar, and the family's calendar is not among the things to do", async () => {
    const anna = await signUp(server());
    await subscribe(anna, library);
    const school = feeds.serve("/school.ics", calendarFile("school"));
    const everything = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
    await anna.client.call(changeCalendarSettings, { body: { ...everything, calendarUrl: school } });
    const query = { date: "2026-11-25" };
    const day = await anna.client.call(listCalendarEvents, { query });
    expect(day.map(({ title }) => title).sort()).toEqual(["First term", "Half day"]);
    expect((await ahead(anna)).map(({ source }) => source)).not.toContain("Lincoln Elementary");
    expect(await listed(anna)).toHaveLength(1);
  });

  test("can be added and seen only by admins of the family", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    const { body } = await subscribe(anna, library);
    for (const other of [ben, rose]) {
      expect((await subscribe(other, library)).status).toBe(403);
      expect((await other.client.ask(listLocalEventFeeds)).status).toBe(403);
    }
    const stranger = await signUp(server());
    expect(await listed(stranger)).toEqual([]);
    expect(
      (await stranger.client.ask(unsubscribeFromLocalEventFeed, { params: { id: body.id } })).status,
    ).toBe(404);
  });
});

describe("a calendar that cannot be added", () => {
  test.each([
    ["library", "Please enter a valid URL"],
    ["", "Please enter a valid URL"],
    [
      "http://192.168.0.1/feed.ics",
      "We can't read this address. Please use one that's public on the internet.",
    ],
  ])("'%s' is refused with its reason at the field", async (url, words) => {
    const { status, body } = await subscribe(await signUp(server()), url);
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: { url: words } });
  });

  test("a calendar that does not exist is refused too", async () => {
    const { status, body } = await subscribe(await signUp(server()), feeds.at("/nowhere.ics"));
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: { url: "There is no calendar at this address. Please check it." } });
  });

  test("the same calendar is refused the second time", async () => {
    const anna = await signUp(server());
    await subscribe(anna, library);
    const { status, body } = await subscribe(anna, library);
    expect(status).toBe(409);
    expect(body).toMatchObject({ fields: { url: "You already subscribe to this calendar." } });
  });

  test("a family can subscribe to ten, even when more are added at once", async () => {
    const anna = await signUp(server());
    const urls = Array.from({ length: 12 }, (_, at) =>
      feeds.serve(`/many-${at}.ics`, calendar(["Walk", ":20261121T170000Z"])),
    );
    const answers = await Promise.all(urls.map((url) => subscribe(anna, url)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: "You subscribe to 10 calendars. Please remove one of them first.",
    });
  });

  test("a person who tries too often has to wait", async () => {
    const strict = await startServer({ limits: { feedReadings: 2 } });
    try {
      const anna = await signUp(strict);
      const statuses = [];
      for (let count = 0; count < 3; count++)
        statuses.push((await subscribe(anna, feeds.at("/nowhere.ics"))).status);
      expect(statuses).toEqual([400, 400, 429]);
    } finally {
      await strict.stop();
    }
  });
});
