import { describe, expect, test } from "vitest";
import { calendar, calendarFile } from "#tests/support/feed-server.ts";
import type { Parsed } from "./feed-event.ts";
import { type ParsingLimits, parseFeed } from "./parsing.ts";

const limits = { parseMs: 20_000, parseMegabytes: 128 };

const parse = (text: string, timeZone = "America/New_York", given: ParsingLimits = limits): Promise<Parsed> =>
  parseFeed(
    { text, timeZone, from: "2026-11-13", until: "2027-02-19", mostEvents: 5_000, mostOccurrences: 500 },
    given,
  );

/** "2026-11-20 15:00 - 16:30 Rose: eye doctor", in time order. */
async function shown(text: string, timeZone?: string): Promise<string[]> {
  const parsed = await parse(text, timeZone);
  if (parsed.kind !== "calendar") throw new Error(parsed.kind);
  const lines = parsed.events.map(({ startsOnClock, endsOnClock, isAllDay, title }) => {
    const [day = "", from = ""] = startsOnClock.split("T");
    const [lastDay = "", to = ""] = endsOnClock.split("T");
    const times = isAllDay
      ? `to ${lastDay}`
      : `${from.slice(0, 5)} - ${lastDay === day ? "" : `${lastDay} `}${to.slice(0, 5)}`;
    return `${day} ${times} ${title}`;
  });
  return lines.sort();
}

const weekly = (...days: string[]) => days.map((day) => `${day} 17:30 - 18:30 Piano lesson 🎹`);

describe("calendars as they come", () => {
  test("Google's: a weekly lesson with one cancelled, one moved and one called off, and a holiday", async () => {
    expect(await shown(calendarFile("google"))).toEqual([
      ...weekly("2026-11-16"),
      "2026-11-20 15:00 - 16:30 Rose: eye doctor",
      ...weekly("2026-11-23"),
      "2026-11-26 to 2026-11-27 Thanksgiving",
      "2026-12-08 16:00 - 17:00 Piano lesson (moved)",
      ...weekly("2026-12-14", "2026-12-28", "2027-01-04", "2027-01-11", "2027-01-18", "2027-01-25"),
      ...weekly("2027-02-01", "2027-02-08", "2027-02-15"),
    ]);
  });

  test("Outlook's: a zone by its Windows name, an alarm, an attendee with odd signs in the name", async () => {
    expect(await shown(calendarFile("outlook"))).toEqual([
      "2026-11-22 13:00 - 13:30 Call with Ben in Portland",
      "2026-11-23 13:00 - 13:30 Call with Ben in Portland",
      "2026-11-25 13:00 - 13:30 Call with Ben in Portland",
      "2026-12-16 00:30 - 01:15 Dentist",
    ]);
  });

  test("Apple's: over midnight in Paris, and times without a zone on dates of their own", async () => {
    expect(await shown(calendarFile("apple"))).toEqual([
      "2026-11-27 14:30 - 19:00 Lucía's concert in Paris",
      "2026-12-01 09:00 - 09:30 Water the plants",
      "2026-12-03 09:00 - 09:30 Water the plants",
      "2026-12-05 09:00 - 09:30 Water the plants",
    ]);
    expect(await shown(calendarFile("apple"), "Europe/Paris")).toContain(
      "2026-11-27 20:30 - 2026-11-28 01:00 Lucía's concert in Paris",
    );
  });

  test("a school's: whole days, days in a row that began long ago, the first Friday of ten months", async () => {
    expect(await shown(calendarFile("school"))).toEqual([
      "2026-09-01 to 2026-12-19 First term",
      "2026-11-25 to 2026-11-26 Half day",
      "2026-12-04 08:30 - 09:15 Assembly",
      "2026-12-23 to 2027-01-04 Winter break",
      "2027-01-01 08:30 - 09:15 Assembly",
      "2027-02-05 08:30 - 09:15 Assembly",
    ]);
  });

  test("a library's: a zone behind a prefix, descriptions in HTML, and nothing beyond three months", async () => {
    expect(await shown(calendarFile("library"))).toEqual([
      "2026-11-01 to 2026-12-01 Quilts of Ohio",
      "2026-11-23 09:30 - 10:00 Gentle chair stretch",
      "2026-12-01 14:00 - 15:30 Book club",
    ]);
    expect(await parse(calendarFile("library"))).toMatchObject({
      name: "Town Library",
      events: expect.arrayContaining([
        expect.objectContaining({
          location: "Town Library, Reading Room",
          description: "A slow half hour for stiff shoulders. Come as you are & bring a friend.",
        }),
      ]),
    });
  });

  test("an untidy one: what makes no sense is left out, the rest is there in its newest revision", async () => {
    expect(await shown(calendarFile("untidy"))).toEqual([
      "2026-11-25 10:00 - 10:00 Good one",
      "2026-11-27 10:00 - 10:00 Ends before it starts",
      "2026-11-28 15:00 - 15:00 In a zone of its own",
      "2026-11-29 10:00 - 10:00 New title",
      "2026-11-30 10:00 - 10:00 Untitled",
    ]);
  });
});

describe("times", () => {
  test("an event keeps its hour where it takes place when the clocks change there", async () => {
    const berlin = ";TZID=Europe/Berlin:20261020T190000";
    const text = calendar(["Choir", berlin, "RRULE:FREQ=WEEKLY;INTERVAL=4"]);
    expect(await shown(text)).toEqual(
      ["2026-11-17", "2026-12-15", "2027-01-12", "2027-02-09"].map((day) => `${day} 13:00 - 13:00 Choir`),
    );
  });

  test("an exception may name its occurrence by the day, by Greenwich's clock or by another zone's", async () => {
    const daily = ["Pills", ";TZID=America/New_York:20261201T080000", "RRULE:FREQ=DAILY;COUNT=5"] as const;
    const text = calendar([
      ...daily,
      ...[
        "EXDATE;VALUE=DATE:20261202",
        "EXDATE:20261203T130000Z",
        "EXDATE;TZID=Europe/Berlin:20261204T140000",
      ],
    ]);
    expect(await shown(text)).toEqual(["2026-12-01 08:00 - 08:00 Pills", "2026-12-05 08:00 - 08:00 Pills"]);
  });

  test("many exceptions in a row are all heeded", async () => {
    const days = Array.from(
      { length: 29 },
      (_, day) => `EXDATE:202611${String(day + 1).padStart(2, "0")}T130000Z`,
    );
    const text = calendar(["Pills", ":20261013T130000Z", "RRULE:FREQ=DAILY;UNTIL=20261130T235959Z", ...days]);
    expect(await shown(text)).toEqual(["2026-11-30 08:00 - 08:00 Pills"]);
  });

  test("a rule that began decades ago is as exact as one of today", async () => {
    const text = calendar(["Trash", ";VALUE=DATE:19700105", "RRULE:FREQ=WEEKLY;INTERVAL=3"]);
    expect(await shown(text)).toEqual([
      ...[
        "2026-11-16 to 2026-11-17 Trash",
        "2026-12-07 to 2026-12-08 Trash",
        "2026-12-28 to 2026-12-29 Trash",
      ],
      ...["2027-01-18 to 2027-01-19 Trash", "2027-02-08 to 2027-02-09 Trash"],
    ]);
  });
});

describe("what is no calendar", () => {
  test.each([
    ["a page", "<html><body>Hello</body></html>", "not-a-calendar"],
    ["nothing", "", "not-a-calendar"],
    ["one that breaks off", calendarFile("damaged"), "broken"],
    ["one without an end", "BEGIN:VCALENDAR\r\n".repeat(1_000), "broken"],
  ])("%s is told apart", async (_what, text, kind) => {
    expect(await parse(text)).toEqual({ kind });
  });
});

describe("calendars that were made to do harm", () => {
  const complicated = "This calendar is too complicated for us to read.";
  const short = { parseMs: 1_500, parseMegabytes: 128 };

  test.each(["never", "endless-zone"])("the process is stopped that reads '%s'", async (name) => {
    await expect(parse(calendarFile(name), undefined, short)).rejects.toThrow(complicated);
  });

  test("the process ends that needs too much memory", async () => {
    const many = Array.from(
      { length: 4_000 },
      (_, day) => ["x".repeat(300), `:2026${String((day % 12) + 1).padStart(2, "0")}01T000000Z`] as const,
    );
    await expect(parse(calendar(...many), undefined, { parseMs: 20_000, parseMegabytes: 8 })).rejects.toThrow(
      complicated,
    );
  });

  test("while one is stopped, another family's calendar is read", async () => {
    const bomb = expect(
      parse(calendarFile("never"), undefined, { ...limits, parseMs: 4_000 }),
    ).rejects.toThrow(complicated);
    const order: string[] = [];
    await Promise.all([
      bomb.then(() => order.push("bomb")),
      parse(calendarFile("google")).then(() => order.push("google")),
    ]);
    expect(order).toEqual(["google", "bomb"]);
  });

  test("500 occurrences of an event are enough", async () => {
    const parsed = await parse(calendarFile("every-second"));
    expect(parsed).toMatchObject({ kind: "calendar", events: { length: 500 } });
  });

  test("5,000 events are read, 5,001 are too many", async () => {
    const events = (count: number) =>
      calendar(...Array.from({ length: count }, (_, at) => [`${at}`, ":20261120T150000Z"] as const));
    expect(await parse(events(5_000))).toMatchObject({ events: { length: 5_000 } });
    expect(await parse(events(5_001))).toEqual({ kind: "too-big" });
  });

  test("events that take place more than 5,000 times together are too many", async () => {
    const daily = Array.from(
      { length: 60 },
      (_, at) => [`${at}`, ":20261101T150000Z", "RRULE:FREQ=DAILY"] as const,
    );
    expect(await parse(calendar(...daily))).toEqual({ kind: "too-big" });
  });

  test("HTML stays text, and signs that turn the direction of writing are gone", async () => {
    const parsed = await parse(calendarFile("hostile-words"));
    expect(parsed).toMatchObject({ name: "<script>alert(1)</script>" });
    expect(parsed).toMatchObject({
      events: [
        {
          title: '<img src=x onerror=alert(1)> & "quotes"',
          location: '<a href="javascript:alert(1)">here</a>',
          description: "<script>alert(1)</script>",
        },
        { title: "Agnp.exe and more" },
      ],
    });
  });

  test("long words are cut, control characters become spaces", async () => {
    const text = calendar([
      "a",
      ":20261120T150000Z",
      `SUMMARY:${"é".repeat(300)}`,
      "LOCATION:a\u0000b\u0007c\\nd",
      `DESCRIPTION:${"word ".repeat(200)}`,
    ]);
    const parsed = await parse(text.replace("SUMMARY:a\r\n", ""));
    expect(parsed).toMatchObject({ events: [{ location: "a b c d", title: `${"é".repeat(199)}…` }] });
    expect(parsed).toMatchObject({ events: [{ description: expect.stringMatching(/^(word ){99}word…$/) }] });
  });
});
