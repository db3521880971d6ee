import { beforeEach, describe, expect, test } from "vitest";
import { changeCalendarSettings, listStaleCalendars } from "#contract/calendar/settings.ts";
import { hourMs } from "#contract/durations.ts";
import { subscribeToLocalEventFeed, unsubscribeFromLocalEventFeed } from "#contract/local-events.ts";
import { refreshCalendars } from "#tests/support/due-work.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const feeds = useFeedServer();

const switches = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
const named = (name: string) =>
  calendar(["Lunch", ":20261120T170000Z"]).replace("VERSION", `X-WR-CALNAME:${name}\r\nVERSION`);
const stale = ({ client }: Person) => client.call(listStaleCalendars);
const close = (path: string) => feeds.answer(path, (response) => response.writeHead(503).end());

let anna: Person;
let rose: Person;
beforeEach(async () => {
  await server().database.kysely.deleteFrom("subscribed_calendars").execute();
  anna = await signUp(server());
  rose = await join(server(), anna, "grandparent", "Rose");
  const calendarUrl = feeds.serve("/school.ics", named("School"));
  await anna.client.call(changeCalendarSettings, { body: { ...switches, calendarUrl } });
});

/** Lets hours pass in which nothing can be fetched. */
async function pass(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 6) {
    server().clock.advance(6 * hourMs);
    await refreshCalendars(server().world);
  }
}

describe("a subscribed calendar that is older than a day", () => {
  test("is reported to everybody in the family, with its age and what is wrong", async () => {
    const url = feeds.serve("/library.ics", named("Library"));
    await anna.client.call(subscribeToLocalEventFeed, { body: { url } });
    const updatedAt = server().clock.now().toISOString();
    close("/school.ics");
    close("/library.ics");
    await pass(18);
    expect(await stale(rose)).toEqual([]);
    await pass(12);
    const failure = "The calendar's server has a problem right now. Please try again later.";
    expect(await stale(rose)).toEqual([
      { name: "School", updatedAt, failure },
      { name: "Library", updatedAt, failure },
    ]);
  });

  test("is reported to nobody else", async () => {
    close("/school.ics");
    await pass(30);
    expect(await stale(await signUp(server()))).toEqual([]);
  });

  test("is fresh again once it could be fetched, and screens are notified of both changes", async () => {
    close("/school.ics");
    await pass(18);
    const screen = await openStream(rose.client);
    const times = () => screen.heard.filter((name) => name === "stale-calendars").length;
    await pass(6);
    await expect.poll(times).toBe(1);
    expect(await stale(rose)).toMatchObject([{ name: "School" }]);
    feeds.serve("/school.ics", named("School"));
    await pass(6);
    await expect.poll(times).toBe(2);
    expect(await stale(rose)).toEqual([]);
  });

  test("is no longer reported once nobody subscribes to it", async () => {
    const url = feeds.serve("/library.ics", named("Library"));
    const { id } = await anna.client.call(subscribeToLocalEventFeed, { body: { url } });
    close("/library.ics");
    await pass(30);
    const screen = await openStream(rose.client);
    expect(await stale(rose)).toMatchObject([{ name: "Library" }]);
    await anna.client.call(unsubscribeFromLocalEventFeed, { params: { id } });
    await expect.poll(() => screen.heard).toContain("stale-calendars");
    expect(await stale(rose)).toEqual([]);
  });
});

test("that is fetched every few minutes is not reported", async () => {
  const screen = await openStream(rose.client);
  await pass(24);
  expect(await stale(rose)).toEqual([]);
  await expect.poll(() => screen.heard.filter((name) => name === "calendar-settings")).toHaveLength(4);
  expect(screen.heard).not.toContain("stale-calendars");
});
