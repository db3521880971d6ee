// The same event in several calendars that a family has connected or subscribed to.
import { beforeEach, describe, expect, it } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { disconnectCalendar, shareCalendars } from "#contract/calendar/google.ts";
import { chooseCategories, getCalendarAddress } from "#contract/calendar/published.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { PretendCalendar, type PretendEvent } from "#dev/sandbox/google/pretend-calendars.ts";
import { fetchCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

// Today is Friday, 2026-11-20, in New York.
const server = useServer();
const feeds = useFeedServer();
let anna: Person;
let ben: Person;
let account: ReturnType<typeof newAccount>;

beforeEach(async () => {
  ({ anna, ben } = await reyesFamily(server()));
  account = newAccount();
});

const timeZone = "America/New_York";
const at = (time: string) => ({ dateTime: `2026-${time}:00-05:00`, timeZone });
const lunch: PretendEvent = {
  id: "lunch",
  iCalUID: "Lunch",
  summary: "Lunch",
  start: at("11-24T12:00"),
  end: at("11-24T13:00"),
};
const choir: PretendEvent = {
  id: "choir",
  iCalUID: "Choir",
  summary: "Choir",
  start: at("11-24T19:00"),
  end: at("11-24T20:00"),
  recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
};
const choirOnTheFirst = { recurringEventId: "choir", originalStartTime: at("12-01T19:00") };

/** Both events in the form in which the same calendar publishes them at its ICS address. */
const address = calendar(
  ["Lunch", ":20261124T170000Z", "DTEND:20261124T180000Z"],
  ["Choir", `;TZID=${timeZone}:20261124T190000`, "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3"],
);

async function shown({ client } = anna): Promise<string[]> {
  const query = { from: "2026-11-20", to: "2026-12-20" };
  return (await client.call(listCalendarEvents, { query })).map(
    ({ date, startTime, title, source }) => `${date} ${startTime} ${title}, ${source}`,
  );
}

const subscribeTo = (text: string) => {
  const shows = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
  const calendarUrl = feeds.serve(`/${anna.familyId}.ics`, text);
  return anna.client.call(changeCalendarSettings, { body: { ...shows, calendarUrl } });
};
const connect = () => connectAs(anna, account.choice);

const titlesFor = async (person: Person): Promise<string[]> => {
  const text = await (await fetchCalendar(server(), await subscribe(person))).text();
  return [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title = ""]) => title).sort();
};

describe("an event that is in a Google calendar and at an address", () => {
  it("appears once a day, for each of its dates, whatever was changed about one of them", async () => {
    account.own.put(lunch);
    account.own.put(choir);
    const moved = {
      ...choir,
      id: "moved",
      recurrence: null,
      start: at("12-02T18:00"),
      end: at("12-02T19:00"),
    };
    account.own.put({ ...moved, ...choirOnTheFirst });
    await connect();
    await subscribeTo(address);
    const expected = [
      ...["2026-11-24 12:00 Lunch, google", "2026-11-24 19:00 Choir, google"],
      ...["2026-12-02 18:00 Choir, google", "2026-12-08 19:00 Choir, google"],
    ];
    expect(await shown()).toEqual(expected);
    expect(await titlesFor(ben)).toEqual(["Choir", "Choir", "Choir", "Lunch"]);
    await anna.client.call(disconnectCalendar);
    expect(await shown()).toContain("2026-12-01 19:00 Choir, feed");
  });

  it("misses no date that Google names only by its series", async () => {
    account.own.put(choir);
    account.own.put({ id: "called-off", status: "cancelled", ...choirOnTheFirst });
    await connect();
    expect(await shown()).toEqual(["2026-11-24 19:00 Choir, google", "2026-12-08 19:00 Choir, google"]);
  });

  it("appears twice if the events only look alike", async () => {
    account.own.put(lunch);
    await connect();
    await subscribeTo(address.replace("UID:Lunch", "UID:another"));
    expect((await shown()).filter((event) => event.includes("Lunch"))).toHaveLength(2);
  });
});

it("an event in two calendars of one account appears once", async () => {
  account.own.put(lunch);
  const kids = new PretendCalendar("kids", "Kids", { events: [{ ...lunch, id: "copy" }] });
  account.calendars.all.push(kids);
  await connect();
  const calendars = [{ id: "kids", isShared: true, category: "kids" as const }];
  await anna.client.call(shareCalendars, { body: { calendars } });
  expect(await shown()).toEqual(["2026-11-24 12:00 Lunch, google"]);
});

describe("in the calendar app of the person who connected it", () => {
  it("a Google calendar is not included a second time unless they want that; other members get it", async () => {
    account.own.put(lunch);
    await connect();
    expect(await titlesFor(ben)).toEqual(["Lunch"]);
    expect(await titlesFor(anna)).toEqual([]);
    expect((await ben.client.call(getCalendarAddress))?.hasOwnEvents).toBeNull();
    expect((await anna.client.call(getCalendarAddress))?.hasOwnEvents).toBe(false);
    const everything = ["kids", "family", "appointment"] as const;
    const body = { categories: [...everything], hasOwnEvents: true };
    expect(await anna.client.call(chooseCategories, { body })).toMatchObject({ hasOwnEvents: true });
    expect(await titlesFor(anna)).toEqual(["Lunch"]);
    await anna.client.call(chooseCategories, { body: { categories: [...everything] } });
    expect(await titlesFor(anna), "it stays as it was").toEqual(["Lunch"]);
  });

  it("events that are also at an ICS address are not included either", async () => {
    account.own.put(lunch);
    await connect();
    await subscribeTo(address);
    expect(await titlesFor(anna)).toEqual(["Choir", "Choir", "Choir"]);
  });
});
