// The part of a Google account that a family sees, and the part that it doesn't.
import { beforeEach, describe, expect, it } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { minuteMs } from "#contract/durations.ts";
import type { PretendEvent } from "#dev/sandbox/google/pretend-calendars.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";
import { structuredEvents } from "./event-properties.ts";

// Today is Friday, 2026-11-20, in New York.
const server = useServer();
let anna: Person;
let account: ReturnType<typeof newAccount>;

beforeEach(async () => {
  anna = await signUp(server());
  account = newAccount();
});

const timeZone = "America/New_York";
const at = (time: string) => ({ dateTime: `2026-${time}:00-05:00`, timeZone });
const lunch: PretendEvent = {
  id: "lunch",
  summary: "Lunch",
  start: at("11-24T12:00"),
  end: at("11-24T13:00"),
};
const choir: PretendEvent = {
  id: "choir",
  summary: "Choir",
  start: at("11-24T19:00"),
  end: at("11-24T20:00"),
  recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
};
const saying = (responseStatus: string) => ({
  attendees: [
    { email: "carla@example.com", displayName: "Carla", responseStatus: "accepted" },
    { email: account.email, displayName: "Anna", self: true, responseStatus },
  ],
});

async function shown(): Promise<string[]> {
  const query = { from: "2026-11-20", to: "2026-12-20" };
  const events = await anna.client.call(listCalendarEvents, { query });
  return events.map(({ date, startTime, title }) => `${date} ${startTime} ${title}`);
}
const connect = () => connectAs(anna, account.choice);
async function sync(): Promise<string[]> {
  server().clock.advance(5 * minuteMs);
  await syncGoogleCalendars(server().world);
  return await shown();
}

describe("an invitation", () => {
  it("that was declined is hidden, and reappears when it is accepted after all", async () => {
    account.own.put({ ...lunch, ...saying("declined") });
    await connect();
    expect(await shown()).toEqual([]);
    account.own.put({ ...lunch, ...saying("accepted") });
    expect(await sync()).toEqual(["2026-11-24 12:00 Lunch"]);
    account.own.put({ ...lunch, ...saying("declined") });
    expect(await sync()).toEqual([]);
  });

  it.each(["needsAction", "tentative"])(
    "that is answered with %s is shown, as Google shows it",
    async (word) => {
      account.own.put({ ...lunch, ...saying(word) });
      await connect();
      expect(await shown()).toEqual(["2026-11-24 12:00 Lunch"]);
    },
  );

  it("that somebody else declined is shown", async () => {
    const attendees = [{ email: "carla@example.com", responseStatus: "declined" }];
    account.own.put({ ...lunch, attendees });
    await connect();
    expect(await shown()).toEqual(["2026-11-24 12:00 Lunch"]);
  });

  it("to a series can be declined for a single date, or for all but one", async () => {
    const one = {
      ...choir,
      id: "choir-2",
      recurrence: null,
      recurringEventId: "choir",
      originalStartTime: at("12-01T19:00"),
      start: at("12-01T18:00"),
      end: at("12-01T20:00"),
    };
    account.own.put({ ...choir, ...saying("accepted") });
    account.own.put({ ...one, ...saying("declined") });
    await connect();
    expect(await shown()).toEqual(["2026-11-24 19:00 Choir", "2026-12-08 19:00 Choir"]);
    account.own.put({ ...choir, ...saying("declined") });
    account.own.put({ ...one, ...saying("accepted") });
    expect(await sync()).toEqual(["2026-12-01 18:00 Choir"]);
  });

  it("does not reveal who else is invited: only the person's own answer is requested and stored", async () => {
    account.own.put({ ...lunch, ...saying("declined") });
    await connect();
    const [asked = ""] = account.calendars.asked.filter((path) => path.includes("events"));
    const { searchParams } = new URL(asked, "http://localhost");
    expect(searchParams.get("maxAttendees")).toBe("1");
    expect(searchParams.get("fields")).toContain("attendees(self,responseStatus)");
    const kept = server().database.kysely.selectFrom("google_events").select("event");
    const rows = await kept.where("family_id", "=", anna.familyId).execute();
    expect(rows).toMatchObject([{ event: { summary: "Lunch", isDeclined: true } }]);
    expect(JSON.stringify(rows)).not.toMatch(/Carla|example\.com|attendees/);
  });
});

describe("private events", () => {
  it.each(["private", "confidential"])("with visibility %s are shown as busy time", async (visibility) => {
    account.own.put({
      ...lunch,
      visibility,
      summary: "Lawyer",
      location: "Oak Street",
      description: "Bring papers",
    });
    await connect();
    const query = { date: "2026-11-24" };
    expect(await anna.client.call(listCalendarEvents, { query })).toMatchObject([
      { title: "Busy", location: "", startTime: "12:00", endTime: "13:00" },
    ]);
  });

  it("working locations and focus time are not even requested", async () => {
    await connect();
    const [asked = ""] = account.calendars.asked.filter((path) => path.includes("events"));
    const types = new URL(asked, "http://localhost").searchParams.getAll("eventTypes");
    expect(types).toEqual(["default", "birthday", "fromGmail", "outOfOffice"]);
  });
});

it("an event marked as free is shown, because birthdays and visits are entered like that", async () => {
  account.own.put({ ...lunch, transparency: "transparent" });
  await connect();
  expect(await shown()).toEqual(["2026-11-24 12:00 Lunch"]);
});

it("only the words of a title or description are shown, whatever they contain", async () => {
  const summary = `<b>Lunch</b> 👩‍👩‍👧 ${"very ".repeat(60)}`;
  account.own.put({ ...lunch, summary, description: "<p>Bring <a href='x'>soup</a></p>" });
  await connect();
  const [{ title = "" } = {}] = await anna.client.call(listCalendarEvents, { query: { date: "2026-11-24" } });
  expect(title).toMatch(/^Lunch 👩‍👩‍👧 very .*…$/);
  const kept = server().database.kysely.selectFrom("subscribed_events").select("description");
  expect(await kept.where("family_id", "=", anna.familyId).execute()).toEqual([
    { description: "Bring soup" },
  ]);
});

it("a series whose zone has its name from Windows keeps its time there", async () => {
  const start = { dateTime: "2026-11-24T19:00:00-05:00", timeZone: "Eastern Standard Time" };
  const end = { ...start, dateTime: "2026-11-24T20:00:00-05:00" };
  account.own.put({ ...choir, start, end });
  await connect();
  expect(await shown()).toEqual([
    ...["2026-11-24 19:00 Choir", "2026-12-01 19:00 Choir", "2026-12-08 19:00 Choir"],
  ]);
});

it("an event goes to the parser as data: only its recurrence is in lines, as Google has it", () => {
  const summary = "Lunch; with, everybody\\\nEND:VEVENT";
  expect(
    structuredEvents([
      { ...choir, summary },
      { ...lunch, iCalUID: "lunch@google.com" },
    ]),
  ).toEqual([
    {
      properties: [
        ["uid", {}, "text", "choir"],
        ["dtstart", { tzid: timeZone }, "date-time", "2026-11-24T19:00:00"],
        ["dtend", { tzid: timeZone }, "date-time", "2026-11-24T20:00:00"],
        ["summary", {}, "text", summary],
      ],
      recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
    },
    {
      properties: [
        ["uid", {}, "text", "lunch@google.com"],
        ["dtstart", {}, "date-time", "2026-11-24T17:00:00Z"],
        ["dtend", {}, "date-time", "2026-11-24T18:00:00Z"],
        ["summary", {}, "text", "Lunch"],
      ],
      recurrence: [],
    },
  ]);
});
