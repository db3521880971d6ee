// One fetch of a calendar serves all families that subscribe to it.
import { beforeEach, expect, test } from "vitest";
import { changeCalendarSettings, getCalendarSettings } from "#contract/calendar/settings.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { refreshCalendars } from "#tests/support/due-work.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const feeds = useFeedServer();

const pass = (milliseconds: number) => server().clock.advance(milliseconds);
const refresh = () => refreshCalendars(server().world);

const path = "/shared.ics";
const lunch = (title = "Lunch") => calendar([title, ":20261121T170000Z"]);
const asked = () => feeds.asked.length;

beforeEach(async () => {
  await server().database.kysely.deleteFrom("subscribed_calendars").execute();
  feeds.serve(path, lunch());
  feeds.asked.length = 0;
});

/** The admin of a family that subscribes to the shared calendar. */
async function subscriber(timeZone?: string): Promise<Person> {
  const anna = await signUp(server());
  if (timeZone) await anna.client.call(changeFamily, { body: { timeZone } });
  const shown = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
  await anna.client.call(changeCalendarSettings, { body: { ...shown, calendarUrl: feeds.at(path) } });
  return anna;
}

const threeSubscribers = async (): Promise<[Person, Person, Person]> => [
  await subscriber(),
  await subscriber(),
  await subscriber("Europe/Berlin"),
];

async function eventsOf({ familyId }: Person): Promise<string[]> {
  const events = server()
    .database.kysely.selectFrom("subscribed_events")
    .select(["title", "starts_on_clock"]);
  const rows = await events.where("family_id", "=", familyId).execute();
  return rows.map(({ title, starts_on_clock }) => `${title} at ${starts_on_clock.slice(11, 16)}`);
}

test("families share one fetch, and each has the events on its own clock", async () => {
  const families = await threeSubscribers();
  feeds.serve(path, lunch("Brunch"));
  pass(4 * minuteMs);
  await refresh();
  expect(asked()).toBe(3 + 1);
  expect(await Promise.all(families.map(eventsOf))).toEqual([
    ["Brunch at 12:00"],
    ["Brunch at 12:00"],
    ["Brunch at 18:00"],
  ]);
});

test("families are due at the same time once a calendar has not changed for a while, whenever they subscribed", async () => {
  for (const wait of [11, 17, 23]) {
    await subscriber();
    pass(wait * minuteMs);
    await refresh();
  }
  pass(dayMs);
  await refresh();
  const rows = await server().database.kysely.selectFrom("subscribed_calendars").select("due_at").execute();
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(({ due_at }) => due_at.getTime())).size).toBe(1);
});

test("a family with an older version does not accept that nothing has changed since a newer one", async () => {
  const [first, second] = await threeSubscribers();
  feeds.answer(path, (response, { headers }) => {
    if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end(lunch("Brunch"));
  });
  await server()
    .database.kysely.updateTable("subscribed_calendars")
    .set({ etag: '"1"', due_at: new Date(0) })
    .where("family_id", "=", first.familyId)
    .execute();
  pass(3.5 * minuteMs);
  await refresh();
  pass(0.5 * minuteMs);
  await refresh();
  expect([await eventsOf(first), await eventsOf(second)]).toEqual([["Lunch at 12:00"], ["Brunch at 12:00"]]);
});

test("families share a failure, but not when they fetch later", async () => {
  const families = await threeSubscribers();
  feeds.answer(path, (response) => response.writeHead(500).end());
  pass(4 * minuteMs);
  await refresh();
  expect(asked()).toBe(3 + 1);
  for (const { client } of families)
    expect((await client.call(getCalendarSettings)).feed?.failure).toContain("a problem");
  feeds.serve(path, lunch("Brunch"));
  pass(8 * minuteMs);
  await refresh();
  expect(asked()).toBe(3 + 1 + 1);
  for (const family of families) expect((await eventsOf(family))[0]).toContain("Brunch");
});

test("a fetched calendar is not kept for longer than it is shared", async () => {
  const families = await threeSubscribers();
  pass(4 * minuteMs);
  await refresh();
  feeds.serve(path, lunch("Brunch"));
  pass(4 * minuteMs);
  await refresh();
  expect(asked()).toBe(3 + 2);
  for (const family of families) expect((await eventsOf(family))[0]).toContain("Brunch");
});
