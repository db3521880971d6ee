// A family's events are written for calendar apps (RFC 5545).
import { beforeEach, describe, expect, it } from "vitest";
import { changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { chooseCategories } from "#contract/calendar/published.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { fetchCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { dentist, moveTo, plan } from "#tests/support/events.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

// Today is Friday, 2026-11-20, in New York.
const server = useServer();
const feeds = useFeedServer();

let anna: Person;
beforeEach(async () => {
  anna = await signUp(server());
});

const textOf = async (person = anna) => await (await fetchCalendar(server(), await subscribe(person))).text();
const unfolded = (text: string) => text.replace(/\r\n /g, "").split("\r\n");

/** The lines of each event that have these names. */
async function linesOf(...names: string[]): Promise<string[][]> {
  const [, ...events] = unfolded(await textOf())
    .join("\n")
    .split("BEGIN:VEVENT\n");
  return events.map((event) =>
    event.split("\n").filter((line) => names.some((name) => line.startsWith(name))),
  );
}

describe("an event", () => {
  it("has its times in the family's zone, with a definition of the zone", async () => {
    await moveTo(server(), anna, "Europe/Berlin");
    await plan(anna);
    expect(await linesOf("DT")).toEqual([
      [
        "DTSTAMP:20261120T130500Z",
        "DTSTART;TZID=Europe/Berlin:20261124T100000",
        "DTEND;TZID=Europe/Berlin:20261124T110000",
      ],
    ]);
    const text = await textOf();
    expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n");
    expect(text).toContain("X-WR-TIMEZONE:Europe/Berlin\r\n");
  });

  it("that takes whole days has no times, and ends on the day after its last", async () => {
    const days = { startDate: "2026-11-24T00:00", endDate: "2026-11-26T00:00", allDay: true };
    await plan(anna, days);
    expect(await linesOf("DTSTART", "DTEND")).toEqual([
      ["DTSTART;VALUE=DATE:20261124", "DTEND;VALUE=DATE:20261127"],
    ]);
  });

  it("says in plain words who is driving and who is coming", async () => {
    const family = await reyesFamily(server());
    anna = family.anna;
    const people = [
      { personId: family.ben.id, part: "driving" as const },
      { personId: anna.id, part: "coming" as const },
      { personId: family.rose.id, part: "coming" as const },
    ];
    await plan(anna, { people });
    expect(await linesOf("DESCRIPTION")).toEqual([
      ["DESCRIPTION:Ben is driving. Anna Reyes and Rose are coming."],
    ]);
  });

  it("has no line of more than 75 octets, however long its text is", async () => {
    await plan(anna, { title: "a".repeat(120), location: "b".repeat(200) });
    const lengths = (await textOf()).split("\r\n").map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBe(75);
  });

  it("keeps its text, whatever characters are in it, in lines of at most 75 bytes", async () => {
    const title = `A, b; c \\ d "e" : ${"日本語 😀 é ".repeat(9)}`.trim();
    await plan(anna, { title, location: "n\\n, not a new line;" });
    const text = await textOf();
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [lines = []] = await linesOf("SUMMARY", "LOCATION");
    const read = lines.map((line) => line.slice(line.indexOf(":") + 1).replace(/\\([\\;,])/g, "$1"));
    expect(read).toEqual([title, "n\\n, not a new line;"]);
  });

  it("that is hidden in the family's day is hidden in apps, too", async () => {
    await plan(anna, { isActive: false });
    expect(await linesOf("UID")).toEqual([]);
  });
});

describe("a repeating event", () => {
  const names = ["UID", "DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE", "RECURRENCE-ID", "SUMMARY"];
  const swim = { title: "Swimming", recurrence: "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261215" };
  const uidOf = (id: number) => `UID:event-${anna.familyId}-${id}@localhost`;

  it("is published as its rule, together with deleted dates and changed ones", async () => {
    const { id } = await plan(anna, swim);
    await anna.client.call(deleteManualEvent, { params: { id }, query: { occurrence: "2026-11-26T10:00" } });
    const body = { ...dentist, title: "Race", startDate: "2026-12-02T09:00", endDate: "2026-12-02T12:00" };
    const race = { params: { id }, query: { occurrence: "2026-12-01T10:00" }, body };
    await anna.client.call(changeManualEvent, race);
    expect(await linesOf(...names)).toEqual([
      [
        uidOf(id),
        "DTSTART;TZID=America/New_York:20261124T100000",
        "DTEND;TZID=America/New_York:20261124T110000",
        "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261216T045959Z",
        "EXDATE;TZID=America/New_York:20261126T100000",
        "SUMMARY:Swimming",
      ],
      [
        uidOf(id),
        "DTSTART;TZID=America/New_York:20261202T090000",
        "DTEND;TZID=America/New_York:20261202T120000",
        "RECURRENCE-ID;TZID=America/New_York:20261201T100000",
        "SUMMARY:Race",
      ],
    ]);
  });

  it("whose start is off its rule is published so that all apps agree: the start as a date of its own, without COUNT", async () => {
    await plan(anna, { recurrence: "FREQ=WEEKLY;BYDAY=TH;COUNT=3" });
    await plan(anna, { recurrence: "FREQ=DAILY;BYHOUR=9;COUNT=999999999" });
    const [weekly, daily] = await linesOf("DTSTART", "RRULE", "RDATE");
    expect(weekly).toEqual([
      "DTSTART;TZID=America/New_York:20261124T100000",
      "RRULE:FREQ=WEEKLY;BYDAY=TH;UNTIL=20261203T150000Z",
      "RDATE;TZID=America/New_York:20261124T100000",
    ]);
    expect(daily?.[1]).toBe("RRULE:FREQ=DAILY;BYHOUR=9");
  });

  it("on whole days is published without times", async () => {
    const days = { startDate: "2026-11-24T00:00", endDate: "2026-11-24T00:00", allDay: true };
    const { id } = await plan(anna, { ...swim, ...days });
    await anna.client.call(deleteManualEvent, { params: { id }, query: { occurrence: "2026-11-26T00:00" } });
    const body = { ...dentist, ...days, startDate: "2026-12-02T00:00", endDate: "2026-12-02T00:00" };
    const other = { params: { id }, query: { occurrence: "2026-12-01T00:00" }, body };
    await anna.client.call(changeManualEvent, other);
    expect((await linesOf("RRULE", "EXDATE", "RECURRENCE-ID")).flat()).toEqual([
      "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261215",
      "EXDATE;VALUE=DATE:20261126",
      "RECURRENCE-ID;VALUE=DATE:20261201",
    ]);
  });

  it("in a night with a clock change has its local start and end", async () => {
    const night = { startDate: "2027-03-13T22:00", endDate: "2027-03-14T06:00" };
    const { id } = await plan(anna, { ...night, recurrence: "FREQ=DAILY;UNTIL=20270316" });
    expect(await linesOf("UID", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID")).toEqual([
      [uidOf(id), "DTSTART;TZID=America/New_York:20270313T220000", "DURATION:PT8H"],
      [
        uidOf(id),
        "DTSTART;TZID=America/New_York:20270313T220000",
        "DTEND;TZID=America/New_York:20270314T060000",
        "RECURRENCE-ID;TZID=America/New_York:20270313T220000",
      ],
    ]);
  });

  it("has a changed date as a separate event if its rule no longer produces that date", async () => {
    const { id } = await plan(anna, swim);
    const body = { ...dentist, title: "Race" };
    const race = { params: { id }, query: { occurrence: "2026-12-01T10:00" }, body };
    const { id: raceId } = await anna.client.call(changeManualEvent, race);
    const onlyThursdays = { ...dentist, ...swim, recurrence: "FREQ=WEEKLY;BYDAY=TH" };
    await anna.client.call(changeManualEvent, { params: { id }, body: onlyThursdays });
    expect((await linesOf("UID", "EXDATE", "RECURRENCE-ID")).flat()).toEqual([uidOf(id), uidOf(raceId)]);
  });

  it("is left out a year after its last date", async () => {
    await plan(anna, {
      ...swim,
      startDate: "2025-10-07T10:00",
      endDate: "2025-10-07T11:00",
      recurrence: "FREQ=WEEKLY;UNTIL=20251111",
    });
    expect(await linesOf("UID")).toEqual([]);
  });
});

it("subscribed calendars are included, each occurrence by itself", async () => {
  const text = calendar(
    [
      "Choir",
      ":20261123T230000Z",
      "RRULE:FREQ=WEEKLY;COUNT=2",
      "LOCATION:Town Hall",
      "DESCRIPTION:Bring notes",
    ],
    ["Moment", ":20261125T120000Z"],
    ["Fair", ";VALUE=DATE:20261128"],
  );
  const calendarUrl = feeds.serve("/choir.ics", text);
  const switches = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
  await anna.client.call(changeCalendarSettings, {
    body: { ...switches, calendarUrl, feedCategory: "kids" },
  });
  const names = ["DTSTART", "DTEND", "SUMMARY", "DESCRIPTION", "CATEGORIES"];
  expect(await linesOf(...names)).toEqual([
    [
      "DTSTART;TZID=America/New_York:20261123T180000",
      ...["SUMMARY:Choir", "DESCRIPTION:Bring notes", "CATEGORIES:Kids"],
    ],
    ["DTSTART;TZID=America/New_York:20261125T070000", "SUMMARY:Moment", "CATEGORIES:Kids"],
    [...["DTSTART;VALUE=DATE:20261128", "DTEND;VALUE=DATE:20261129", "SUMMARY:Fair", "CATEGORIES:Kids"]],
    [
      "DTSTART;TZID=America/New_York:20261130T180000",
      ...["SUMMARY:Choir", "DESCRIPTION:Bring notes", "CATEGORIES:Kids"],
    ],
  ]);
  const uids = (await linesOf("UID")).flat();
  expect(new Set(uids).size).toBe(4);
});

it("a connected Google calendar is included", async () => {
  const account = newAccount();
  const at = (time: string) => ({ dateTime: `2026-11-24T${time}:00-05:00`, timeZone: "America/New_York" });
  account.own.put({ id: "lunch", summary: "Lunch", start: at("12:00"), end: at("13:00") });
  expect((await connectAs(anna, account.choice)).status).toBe(200);
  await subscribe(anna);
  await anna.client.call(chooseCategories, { body: { categories: ["family"], hasOwnEvents: true } });
  expect(await linesOf("DTSTART", "SUMMARY")).toEqual([
    ["DTSTART;TZID=America/New_York:20261124T120000", "SUMMARY:Lunch"],
  ]);
});
