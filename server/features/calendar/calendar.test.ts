import { beforeAll, describe, expect, test } from "vitest";
import { listCalendarEvents, listTomorrowsEvents } from "#contract/calendar/calendar.ts";
import { dayMs } from "#contract/durations.ts";
import { getHome } from "#contract/home.ts";
import { daysOf, plan } from "#tests/support/events.ts";
import { type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { dayByDay, type FoundEvent } from "./day-parts.ts";

// The server's clock reads 8:05 a.m. on 2026-11-20 in New York.
const server = useServer();

let anna: Person;
beforeAll(async () => {
  anna = await signUp(server());
});

const add = (title: string, starts_on_clock: string, ends_on_clock: string, is_active = true, familyId = 0) =>
  server()
    .database.kysely.insertInto("manual_events")
    .values({
      family_id: familyId || anna.familyId,
      title,
      starts_on_clock,
      ends_on_clock,
      is_active,
      location: "Kitchen",
    })
    .execute();

const list = (query: Record<string, string> = {}) => anna.client.call(listCalendarEvents, { query });
const titles = async (query?: Record<string, string>) => (await list(query)).map(({ title }) => title);
const refusal = async (query: Record<string, string>) => anna.client.ask(listCalendarEvents, { query });

test("today's events are one list, and tomorrow's another, each where the family lives", async () => {
  const { client, familyId } = await signUp(server());
  await add("Breakfast", "2026-11-20 08:00", "2026-11-20 09:00", true, familyId);
  await add("Swimming", "2026-11-21 00:30", "2026-11-21 23:30", true, familyId);
  await add("Market", "2026-11-22 00:00", "2026-11-22 01:00", true, familyId);
  const days = async () => {
    const lists = [
      await client.call(listCalendarEvents, { query: {} }),
      await client.call(listTomorrowsEvents),
    ];
    return lists.map((events) => events.map(({ title }) => title));
  };
  expect(await days()).toEqual([["Breakfast"], ["Swimming"]]);
  server().clock.advance(dayMs);
  expect(await days()).toEqual([["Swimming"], ["Market"]]);
  server().clock.advance(-dayMs);
});

describe("the day's events", () => {
  test("are empty in a new family", async () => {
    expect(await list()).toEqual([]);
  });

  test("are in time order, in the family's time zone", async () => {
    await add("Lunch", "2026-11-20 12:30", "2026-11-20 13:45");
    await add("Walk", "2026-11-20 09:00", "2026-11-20 10:00");
    expect(await titles()).toEqual(["Walk", "Lunch"]);
    expect((await list())[1]).toEqual({
      id: expect.stringMatching(/^manual-\d+$/),
      title: "Lunch",
      location: "Kitchen",
      startTime: "12:30",
      endTime: "13:45",
      date: "2026-11-20",
      allDay: false,
      startDate: "2026-11-20T12:30",
      endDate: "2026-11-20T13:45",
      people: [],
      isManualEvent: true,
      category: "family",
      source: "manual",
      manualEventId: expect.any(Number),
      occurrence: null,
    });
  });

  test("leave out other days, events that are switched off, and other families", async () => {
    const carla = await signUp(server());
    await add("Yesterday", "2026-11-19 20:00", "2026-11-20 00:00");
    await add("Tomorrow", "2026-11-21 00:00", "2026-11-21 09:00");
    await add("Off", "2026-11-20 10:00", "2026-11-20 11:00", false);
    await add("Carla's", "2026-11-20 10:00", "2026-11-20 11:00", true, carla.familyId);
    expect(await titles()).toEqual(["Walk", "Lunch"]);
  });

  test("change at the family's midnight, not at midnight UTC", async () => {
    const untilMidnight = Date.parse("2026-11-21T05:00:00Z") - server().clock.now().getTime();
    server().clock.advance(untilMidnight - 1);
    expect(await titles()).toEqual(["Walk", "Lunch"]);
    server().clock.advance(1);
    expect(await titles()).toEqual(["Tomorrow"]);
    server().clock.advance(-untilMidnight);
  });
});

/** Every day has 512 events. */
async function fullFamily(): Promise<Person> {
  const carla = await signUp(server());
  const month = { startDate: "2026-11-01T10:00", endDate: "2026-12-02T10:00" };
  for (let count = 0; count < 16; count += 1) await plan(carla, { ...month, recurrence: "FREQ=DAILY" });
  return carla;
}

describe("other days", () => {
  test("can be requested one at a time, or as a range that includes both ends", async () => {
    expect(await titles({ date: "2026-11-19" })).toEqual(["Yesterday"]);
    expect(await titles({ from: "2026-11-19", to: "2026-11-21" })).toEqual([
      ...["Yesterday", "Walk", "Lunch", "Tomorrow"],
    ]);
  });

  test("an event over several days shows on each, with the part that falls there", async () => {
    await add("Trip", "2026-12-01 18:00", "2026-12-03 11:00");
    const days = await list({ from: "2026-11-30", to: "2026-12-04" });
    expect(
      days.map(({ date, startTime, endTime, allDay }) => ({ date, startTime, endTime, allDay })),
    ).toEqual([
      { date: "2026-12-01", startTime: "18:00", endTime: undefined, allDay: false },
      { date: "2026-12-02", startTime: "00:00", endTime: undefined, allDay: true },
      { date: "2026-12-03", startTime: "00:00", endTime: "11:00", allDay: false },
    ]);
  });

  test("ranges of 42 days are accepted, and of 43 refused", async () => {
    expect((await refusal({ from: "2026-11-20", to: "2026-12-31" })).status).toBe(200);
    expect((await refusal({ from: "2026-11-20", to: "2027-01-01" })).status).toBe(400);
  });

  test("are refused together if they have more than 20,000 parts, and shown in smaller pieces", {
    tags: "extended",
  }, async () => {
    const carla = await fullFamily();
    const { status, body } = await carla.client.ask(listCalendarEvents, {
      query: { from: "2027-01-01", to: "2027-02-11" },
    });
    const message = "There is too much in these days. Please ask for fewer days at once.";
    expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
    expect(await daysOf(carla, "2027-01-01")).toHaveLength(100);
    expect(await daysOf(carla, "2027-01-01", "2027-01-07")).toHaveLength(700);
  });

  test("list at most 100 events a day, and say how many more there are", async () => {
    const carla = await fullFamily();
    const day = await daysOf(carla, "2027-01-01");
    expect(day.map(({ more }) => more).filter(Boolean)).toEqual([412]);
    expect(day.at(-1)?.more).toBe(412);
    expect(day.map(({ startTime }) => startTime)).toEqual(day.map(({ startTime }) => startTime).sort());
    server().clock.advance(42 * dayMs);
    await staySignedIn(server());
    const response = await carla.client.fetch("GET", getHome.path);
    expect((await response.text()).length).toBeLessThan(64_000);
    server().clock.advance(-42 * dayMs);
  });

  test("keep what the family entered itself beside a very full calendar of others", () => {
    const day = "2026-11-20";
    const event = (id: string, source: string, hour: number): FoundEvent => ({
      id,
      title: id,
      location: "",
      category: "family",
      source,
      is_all_day: false,
      starts: `${day} ${hour}:00:00`,
      ends: `${day} ${hour}:30:00`,
      people: [],
      manual_event_id: null,
      occurrence: null,
      identity: null,
    });
    const others = Array.from({ length: 150 }, (_, count) => event(`feed-${count}`, "feed", 10));
    const listed = dayByDay([...others, event("Dentist", "manual", 18)], day, day);
    expect([listed.length, listed.at(-1)?.title, listed.at(-1)?.more]).toEqual([100, "Dentist", 51]);
  });

  test.each([
    ["a day that does not exist", { date: "2026-02-30" }],
    ["no day at all", { date: "today" }],
    ["a range without its end", { from: "2026-11-20" }],
    ["a range that runs backwards", { from: "2026-11-20", to: "2026-11-19" }],
  ])("%s is refused", async (_what, query: Record<string, string>) => {
    expect(await refusal(query)).toMatchObject({ status: 400, body: { code: "invalid" } });
  });
});
