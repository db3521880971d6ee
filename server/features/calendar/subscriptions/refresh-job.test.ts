import { beforeEach, describe, expect, test } from "vitest";
import { changeCalendarSettings, getCalendarSettings } from "#contract/calendar/settings.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { publish } from "#server/platform/live/publish.ts";
import { refreshCalendars } from "#tests/support/due-work.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();
const feeds = useFeedServer();

const pass = (milliseconds: number) => server().clock.advance(milliseconds);
const refresh = () => refreshCalendars(server().world);

const lunch = (title = "Lunch", day = "20261121") => calendar([title, `:${day}T170000Z`]);
const everything = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
let count = 0;

interface Subscriber {
  readonly anna: Person;
  readonly path: string;
  readonly asked: () => number;
}

/** A family that subscribes to a calendar of its own. */
async function subscribe(text = lunch()): Promise<Subscriber> {
  const anna = await signUp(server());
  const path = `/family-${++count}.ics`;
  await anna.client.call(changeCalendarSettings, {
    body: { ...everything, calendarUrl: feeds.serve(path, text) },
  });
  return { anna, path, asked: () => feeds.asked.filter((each) => each === path).length };
}

const kept = ({ anna }: Subscriber) =>
  server()
    .database.kysely.selectFrom("subscribed_events")
    .select(["id", "title", "starts_on_clock"])
    .where("family_id", "=", anna.familyId)
    .orderBy("starts_on_clock")
    .execute();
const titles = async (subscriber: Subscriber) => (await kept(subscriber)).map(({ title }) => title);
const freshness = async ({ anna }: Subscriber) => (await anna.client.call(getCalendarSettings)).feed;

beforeEach(() => server().database.kysely.deleteFrom("subscribed_calendars").execute());

describe("a subscribed calendar", () => {
  test("is fetched again after four minutes, and not earlier", async () => {
    const subscriber = await subscribe();
    pass(3.9 * minuteMs);
    await refresh();
    expect(subscriber.asked()).toBe(1);
    feeds.serve(subscriber.path, lunch("Brunch"));
    pass(0.1 * minuteMs);
    await refresh();
    expect(subscriber.asked()).toBe(2);
    expect(await titles(subscriber)).toEqual(["Brunch"]);
    expect(await freshness(subscriber)).toEqual({
      updatedAt: server().clock.now().toISOString(),
      failure: null,
    });
  });

  test("is shown as it is now, even with a note that looks like the end of an event", async () => {
    const subscriber = await subscribe();
    const note = ["Coach: Kim", "Start: 4:30 PM", "End: 6:30 PM", "END:VALARM", "Bring water"].join("\r\n");
    const practice = ["Practice", ":20261121T213000Z", `DESCRIPTION:${note}`] as const;
    feeds.serve(subscriber.path, calendar(practice, ["Another game", ":20261121T220000Z"]));
    pass(4 * minuteMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Practice", "Another game"]);
    expect((await freshness(subscriber))?.failure).toBe(null);
  });

  test("is fetched once, whichever server checks", async () => {
    const subscriber = await subscribe();
    const other = await startServer({ databaseUrl: server().databaseUrl });
    try {
      pass(4 * minuteMs);
      other.clock.advance(server().clock.now().getTime() - other.clock.now().getTime());
      await Promise.all([refresh(), refreshCalendars(other.world), refresh(), refreshCalendars(other.world)]);
      expect(subscriber.asked()).toBe(2);
    } finally {
      await other.stop();
    }
  });

  test("is fetched even if more are due than fit into a batch", async () => {
    const { anna, path, asked } = await subscribe();
    const feed = { family_id: anna.familyId, purpose: "local-events" as const, name: "Library" };
    const times = { parsed_at: new Date(0), fetched_at: new Date(0), due_at: new Date(0) };
    const kept = { ...feed, ...times, digest: Buffer.alloc(0) };
    const sealed_url = server().world.secrets.seal(feeds.at(path));
    feeds.answer(path, (response) => response.writeHead(404).end());
    const many = Array.from({ length: 230 }, () => ({ ...kept, sealed_url }));
    await server().database.kysely.insertInto("subscribed_calendars").values(many).execute();
    await refresh();
    const failed = server().database.kysely.selectFrom("subscribed_calendars").where("failures", "=", 1);
    expect(await failed.select("id").execute()).toHaveLength(230);
    expect(asked()).toBe(1 + 230);
  });

  test("notifies the screens when something has changed, and only the panel when nothing has", async () => {
    const subscriber = await subscribe();
    const screen = await openStream(subscriber.anna.client);
    // Live events about subscribing may arrive late. Only those after this point count.
    await publish(server().database.kysely, subscriber.anna.familyId, "puzzles");
    await expect.poll(() => screen.heard.at(-1)).toBe("puzzles");
    const news = () => screen.heard.slice(screen.heard.indexOf("puzzles") + 1);
    pass(4 * minuteMs);
    await refresh();
    await expect.poll(news).toEqual(["calendar-settings"]);
    feeds.serve(subscriber.path, lunch("Brunch"));
    pass(4 * minuteMs);
    await refresh();
    await expect.poll(() => news().slice(1)).toEqual(["calendar-settings", "calendar-events"]);
  });

  test("keeps unchanged events, adds new ones, and removes those that are gone", async () => {
    const subscriber = await subscribe(
      calendar(["Lunch", ":20261121T170000Z"], ["Walk", ":20261122T170000Z"]),
    );
    const [before] = await kept(subscriber);
    feeds.serve(subscriber.path, calendar(["Lunch", ":20261121T170000Z"], ["Dinner", ":20261123T170000Z"]));
    pass(4 * minuteMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Lunch", "Dinner"]);
    expect((await kept(subscriber))[0]).toEqual(before);
  });

  test("is parsed again after a day even without changes, because the window has moved", async () => {
    const subscriber = await subscribe(
      calendar(["Early", ":20261121T170000Z"], ["Late", ":20270219T170000Z"]),
    );
    expect(await titles(subscriber)).toEqual(["Early"]);
    feeds.answer(subscriber.path, (response, { headers }) => {
      if (headers["if-none-match"]) response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: '"1"' })
          .end(calendar(["Early", ":20261121T170000Z"], ["Late", ":20270219T170000Z"]));
    });
    pass(dayMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Early", "Late"]);
    pass(hourMs);
    await refresh();
    expect(await freshness(subscriber)).toMatchObject({ updatedAt: server().clock.now().toISOString() });
    expect(await titles(subscriber)).toEqual(["Early", "Late"]);
  });

  test("counts as unchanged even if its server writes a new timestamp each time", async () => {
    const stamped = (at: string) => lunch().replace("UID:", `DTSTAMP:${at}\r\nUID:`);
    const subscriber = await subscribe(stamped("20261120T130000Z"));
    const parsedAt = () =>
      server().database.kysely.selectFrom("subscribed_calendars").select("parsed_at").executeTakeFirst();
    const before = await parsedAt();
    feeds.serve(subscriber.path, stamped("20261120T131500Z"));
    pass(4 * minuteMs);
    await refresh();
    expect(await parsedAt()).toEqual(before);
  });
});

describe("how often a calendar is fetched", () => {
  /** Returns the minutes between the calendar's fetches, if nothing else happens for so many hours. */
  async function pausesWithin(hours: number, subscriber: Subscriber): Promise<number[]> {
    const pauses: number[] = [];
    for (let waited = 0, count = hours * 30; count > 0; count -= 1) {
      const before = subscriber.asked();
      pass(2 * minuteMs);
      waited += 2;
      await refresh();
      if (subscriber.asked() === before) continue;
      pauses.push(waited);
      waited = 0;
    }
    return pauses;
  }

  test("follows how often it changes: every four minutes after a change, once an hour after a quiet day", async () => {
    const subscriber = await subscribe();
    const pauses = await pausesWithin(1, subscriber);
    expect(pauses).toEqual(Array(15).fill(4));
    pass(7 * hourMs);
    await refresh();
    const later = (await pausesWithin(4, subscriber)).slice(1);
    expect(later.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...later)).toBeGreaterThan(56);
    expect(Math.max(...later)).toBeLessThanOrEqual(62);
    feeds.serve(subscriber.path, lunch("Brunch"));
    let waited = 0;
    for (; (await titles(subscriber))[0] !== "Brunch"; waited += 1) {
      pass(minuteMs);
      await refresh();
    }
    expect(waited).toBeLessThanOrEqual(60);
    expect(await pausesWithin(0.8, subscriber)).toEqual(Array(12).fill(4));
  });
});

describe("a calendar that can no longer be read", () => {
  const fail = ({ path }: Subscriber, status = 500) =>
    feeds.answer(path, (response) => response.writeHead(status).end());

  test("keeps its last good copy, and says since when and why", async () => {
    const subscriber = await subscribe();
    const readAt = server().clock.now().toISOString();
    fail(subscriber, 404);
    pass(4 * minuteMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Lunch"]);
    const failure = "There is no calendar at this address. Please check it.";
    expect(await freshness(subscriber)).toEqual({ updatedAt: readAt, failure });
  });

  test("is retried with a pause that doubles after each failure, at most an hour", async () => {
    const subscriber = await subscribe();
    fail(subscriber);
    const waits: number[] = [];
    for (let failures = 0, waited = 0; failures < 6; waited += 4) {
      const before = subscriber.asked();
      pass(4 * minuteMs);
      await refresh();
      if (subscriber.asked() === before) continue;
      waits.push(waited + 4);
      waited = -4;
      failures += 1;
    }
    expect(waits).toEqual([4, 8, 16, 32, 60, 60]);
  });

  test("is fresh again as soon as it can be read", async () => {
    const subscriber = await subscribe();
    fail(subscriber);
    pass(4 * minuteMs);
    await refresh();
    feeds.serve(subscriber.path, lunch("Brunch"));
    pass(8 * minuteMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Brunch"]);
    expect(await freshness(subscriber)).toMatchObject({ failure: null });
    pass(4 * minuteMs);
    await refresh();
    expect(subscriber.asked()).toBe(4);
  });

  test("does not keep another family's calendar from being fetched", async () => {
    const [broken, good] = [await subscribe(), await subscribe()];
    feeds.answer(broken.path, (response) => response.destroy());
    feeds.serve(good.path, lunch("Brunch"));
    pass(4 * minuteMs);
    await refresh();
    expect(await titles(good)).toEqual(["Brunch"]);
    expect(await freshness(broken)).toMatchObject({
      failure: "Nothing answers at this address. Please check it.",
    });
  });
});

describe("an address with several calendars", () => {
  const page = (...paths: string[]) =>
    `https://calendar.google.com/calendar/embed?${paths.map((path) => `src=${encodeURIComponent(feeds.at(path))}`).join("&")}`;

  async function subscribeToTwo() {
    const anna = await signUp(server());
    feeds.serve("/rose.ics", lunch("Rose's lunch"));
    feeds.serve("/joe.ics", lunch("Joe's lunch", "20261122"));
    await anna.client.call(changeCalendarSettings, {
      body: { ...everything, calendarUrl: page("/rose.ics", "/joe.ics") },
    });
    return { anna, path: "", asked: () => 0 };
  }

  test("has the events of each, and subscribes to each", async () => {
    const subscriber = await subscribeToTwo();
    expect(await titles(subscriber)).toEqual(["Rose's lunch", "Joe's lunch"]);
    feeds.serve("/joe.ics", lunch("Joe's brunch", "20261122"));
    pass(4 * minuteMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Rose's lunch", "Joe's brunch"]);
    expect(await freshness(subscriber)).toMatchObject({ failure: null });
  });

  test("keeps the events of all of them while one cannot be read", async () => {
    const subscriber = await subscribeToTwo();
    feeds.answer("/joe.ics", (response) => response.writeHead(500).end());
    pass(4 * minuteMs);
    await refresh();
    expect(await titles(subscriber)).toEqual(["Rose's lunch", "Joe's lunch"]);
    expect(await freshness(subscriber)).toMatchObject({ failure: expect.stringContaining("a problem") });
  });

  test("shares one size limit among them", async () => {
    const anna = await signUp(server());
    const big = (path: string) => feeds.serve(path, lunch("x".repeat(1_200_000)));
    big("/big-1.ics");
    big("/big-2.ics");
    const calendarUrl = page("/big-1.ics", "/big-2.ics");
    const saving = anna.client.call(changeCalendarSettings, { body: { ...everything, calendarUrl } });
    await expect(saving).rejects.toThrow("too big");
  });
});

test("a feed that is removed while it is fetched stays removed", async () => {
  const subscriber = await subscribe();
  feeds.answer(subscriber.path, async (response) => {
    await server().database.kysely.deleteFrom("subscribed_calendars").execute();
    response.writeHead(200).end(lunch("Brunch"));
  });
  pass(4 * minuteMs);
  await refresh();
  expect(await titles(subscriber)).toEqual([]);
});

test("a server that dies while it fetches leaves the feed to the next one after 30 seconds", async () => {
  const subscriber = await subscribe();
  pass(4 * minuteMs);
  const died = server().world;
  const reading = refreshCalendars({
    ...died,
    secrets: {
      ...died.secrets,
      open: () => {
        throw new Error("died");
      },
    },
  });
  await reading;
  await refresh();
  expect(subscriber.asked()).toBe(1);
  pass(0.5 * minuteMs);
  await refresh();
  expect(subscriber.asked()).toBe(2);
});

test("a family that moves to another time zone has its calendars parsed again for the new zone", async () => {
  const subscriber = await subscribe();
  expect(await kept(subscriber)).toMatchObject([{ starts_on_clock: "2026-11-21 12:00:00" }]);
  await subscriber.anna.client.call(changeFamily, { body: { timeZone: "Europe/Berlin" } });
  await refresh();
  expect(await kept(subscriber)).toMatchObject([{ starts_on_clock: "2026-11-21 18:00:00" }]);
});

test("a family that moves during a fetch does not get events in its old zone", async () => {
  const subscriber = await subscribe();
  const { client } = subscriber.anna;
  feeds.answer(subscriber.path, async (response) => {
    feeds.serve(subscriber.path, lunch("Brunch"));
    await client.call(changeFamily, { body: { timeZone: "Europe/Berlin" } });
    response.writeHead(200).end(lunch("Brunch"));
  });
  pass(4 * minuteMs);
  await refresh();
  await refresh();
  expect(await kept(subscriber)).toMatchObject([{ title: "Brunch", starts_on_clock: "2026-11-21 18:00:00" }]);
});
