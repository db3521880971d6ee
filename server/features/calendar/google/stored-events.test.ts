import { beforeEach, describe, expect, it } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listConnectedCalendars } from "#contract/calendar/google.ts";
import type { PretendEvent } from "#dev/sandbox/google/pretend-calendars.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import { type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";
import { eventIn } from "./stored-events.ts";

const server = useServer({ limits: { feedEvents: 20 } });

let anna: Person;
let account: ReturnType<typeof newAccount>;

beforeEach(async () => {
  const { clock } = server();
  clock.advance(Date.parse("2026-11-20T13:05:00Z") - clock.now().getTime());
  await server().database.kysely.deleteFrom("subscribed_calendars").execute();
  anna = await signUp(server());
  await staySignedIn(server());
  account = newAccount();
});

const timeZone = "America/New_York";
const at = (day: string, hour: number) => ({
  dateTime: Temporal.PlainDateTime.from(`${day}T${hour}:00`)
    .toZonedDateTime(timeZone)
    .toString({ timeZoneName: "never" }),
  timeZone,
});
const noonOf = (day: string) => ({ start: at(day, 12), end: at(day, 13) });
const lunch = (day: string): PretendEvent => ({ id: `lunch-${day}`, summary: "Lunch", ...noonOf(day) });
const choir: PretendEvent = {
  id: "choir",
  summary: "Choir",
  ...noonOf("2026-11-24"),
  recurrence: ["RRULE:FREQ=WEEKLY"],
};
const choirOf = (day: string, movedTo?: string): PretendEvent => ({
  id: `choir-${day}`,
  summary: "Choir",
  recurringEventId: "choir",
  originalStartTime: at(day, 12),
  ...(movedTo ? noonOf(movedTo) : { status: "cancelled" }),
});

/** The days of fifteen events, `daysApart` days from each other. */
const fifteenDays = (first: string, daysApart: number): string[] =>
  Array.from({ length: 15 }, (_, place) =>
    Temporal.PlainDate.from(first)
      .add({ days: place * daysApart })
      .toString(),
  );

const put = (...events: readonly PretendEvent[]) => {
  for (const event of events) account.own.put(event);
};
async function syncAt(day: string): Promise<void> {
  const { clock, world } = server();
  clock.advance(Date.parse(`${day}T13:05:00Z`) - clock.now().getTime());
  await syncGoogleCalendars(world);
}
async function shown(from: string, to: string): Promise<string[]> {
  const events = await anna.client.call(listCalendarEvents, { query: { from, to } });
  return events.map(({ date, title }) => `${date} ${title}`);
}
async function stored(): Promise<string[]> {
  const { kysely } = server().database;
  const rows = kysely.selectFrom("google_events").select("google_id").orderBy("google_id");
  return (await rows.where("family_id", "=", anna.familyId).execute()).map(({ google_id }) => google_id);
}
const pages = () => account.calendars.asked.filter((path) => path.includes("events")).length;
const tooBig = "This calendar is too big. The limit is 2 MB and 5,000 events.";
const failure = async () => (await anna.client.call(listConnectedCalendars)).calendars[0]?.freshness?.failure;

describe("a calendar", () => {
  it("keeps updating, however many events it has had over the years", async () => {
    const [autumn, spring] = [fifteenDays("2026-11-21", 1), fifteenDays("2027-03-21", 1)];
    put(...autumn.map(lunch));
    await connectAs(anna, account.choice);
    put(...spring.map(lunch));
    await syncAt("2027-03-20");
    expect(await failure()).toBeNull();
    expect(await shown("2027-03-20", "2027-04-10")).toEqual(spring.map((day) => `${day} Lunch`));
    expect(await stored()).toEqual(spring.map((day) => `lunch-${day}`));
  });

  it("keeps an event for 90 days after its end", async () => {
    put(lunch("2026-11-21"));
    await connectAs(anna, account.choice);
    await syncAt("2027-02-19");
    expect(await stored()).toEqual(["lunch-2026-11-21"]);
    await syncAt("2027-02-20");
    expect(await stored()).toEqual([]);
  });

  it("shows an event again that is moved to a coming day long after it was over", async () => {
    put(lunch("2026-11-21"));
    await connectAs(anna, account.choice);
    await syncAt("2027-03-20");
    put({ ...lunch("2027-03-22"), id: "lunch-2026-11-21" });
    await syncAt("2027-03-21");
    expect(await shown("2027-03-20", "2027-03-30")).toEqual(["2027-03-22 Lunch"]);
  });
});

describe("a calendar with too many events", () => {
  it("is refused at the page that has one too many, without reading the rest", async () => {
    await connectAs(anna, account.choice);
    account.own.pageSize = 7;
    put(...fifteenDays("2026-11-21", 1).map(lunch), ...fifteenDays("2026-12-21", 1).map(lunch));
    account.own.forgetTokens();
    const before = pages();
    await syncAt("2026-11-21");
    expect(await failure()).toBe(tooBig);
    // The first request says that the sync token is no longer valid.
    expect(pages() - before).toBe(1 + 3);
  });

  it("is read once the events that were too many are deleted, however many changes that makes", async () => {
    const [fall, winter] = [fifteenDays("2026-11-21", 1), fifteenDays("2026-12-21", 1)];
    put(...fall.map(lunch));
    await connectAs(anna, account.choice);
    put(...winter.map(lunch));
    await syncAt("2026-11-21");
    expect(await failure()).toBe(tooBig);
    for (const day of fall) account.own.cancel(`lunch-${day}`);
    await syncAt("2026-11-22");
    expect(await failure()).toBeNull();
    expect(await stored()).toEqual(winter.map((day) => `lunch-${day}`));
  });
});

describe("the texts of an event", () => {
  it("are kept only as far as they can be shown", async () => {
    const long = "Bring cake. ".repeat(1_000);
    put({ ...lunch("2026-11-21"), summary: long, location: long, description: long });
    await connectAs(anna, account.choice);
    const rows = server().database.kysely.selectFrom("google_events").select("event");
    const { event } = await rows.where("family_id", "=", anna.familyId).executeTakeFirstOrThrow();
    const lengths = [event.summary, event.location, event.description].map((text) => text?.length);
    expect(lengths).toEqual([800, 800, 2_000]);
    const [found] = await anna.client.call(listCalendarEvents, { query: { date: "2026-11-21" } });
    expect([found?.title, found?.location].map((text) => text?.length)).toEqual([200, 200]);
  });

  it.each([
    ["tag", '<a href="https://example.com">here</a>'],
    ["entity", "&amp;"],
    ["letter", "🎂"],
  ])("do not end in part of a %s", (_, last) => {
    const beginning = "-".repeat(1_999);
    expect(eventIn({ description: `${beginning}${last} and more` }).description).toBe(beginning);
  });
});

describe("a series", () => {
  it("keeps updating, however many of its dates were canceled, and keeps those that matter", async () => {
    const [winter, summer] = [fifteenDays("2026-11-24", 7), fifteenDays("2027-06-22", 7)];
    put(choir, ...winter.map((day) => choirOf(day)));
    await connectAs(anna, account.choice);
    put(...summer.map((day) => choirOf(day)));
    await syncAt("2027-06-19");
    expect(await failure()).toBeNull();
    expect(await shown("2027-06-19", "2027-07-19")).toEqual([]);
    expect(await stored()).toEqual(["choir", ...summer.map((day) => `choir-${day}`)]);
  });

  it("keeps a past date that was moved to a coming day, and a coming date that was moved to a past one", async () => {
    put(choir, choirOf("2026-11-24", "2027-03-25"), choirOf("2027-03-23", "2026-11-25"));
    await connectAs(anna, account.choice);
    await syncAt("2027-03-20");
    expect(await shown("2027-03-20", "2027-03-30")).toEqual(["2027-03-25 Choir", "2027-03-30 Choir"]);
  });
});
