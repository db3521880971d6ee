import { describe, expect, test } from "vitest";
import { calendar, calendarFile } from "#tests/support/feed-server.ts";
import { parse, shown } from "#tests/support/parsed-feed.ts";

describe("times", () => {
  test("an event keeps its local time in its own zone when the clocks change there", async () => {
    const berlin = ";TZID=Europe/Berlin:20261020T190000";
    const text = calendar(["Choir", berlin, "RRULE:FREQ=WEEKLY;INTERVAL=4"]);
    expect(await shown(text)).toEqual(
      ["2026-11-17", "2026-12-15", "2027-01-12", "2027-02-09"].map((day) => `${day} 13:00 - 13:00 Choir`),
    );
  });

  test("an exception can name its occurrence by date, in UTC or in another zone", async () => {
    const daily = ["Pills", ";TZID=America/New_York:20261201T080000", "RRULE:FREQ=DAILY;COUNT=5"] as const;
    const text = calendar([
      ...daily,
      "EXDATE;VALUE=DATE:20261202",
      "EXDATE:20261203T130000Z",
      "EXDATE;TZID=Europe/Berlin:20261204T140000",
    ]);
    expect(await shown(text)).toEqual(["2026-12-01 08:00 - 08:00 Pills", "2026-12-05 08:00 - 08:00 Pills"]);
  });

  test("many consecutive exceptions are all applied", async () => {
    const days = Array.from(
      { length: 29 },
      (_, day) => `EXDATE:202611${String(day + 1).padStart(2, "0")}T130000Z`,
    );
    const text = calendar(["Pills", ":20261013T130000Z", "RRULE:FREQ=DAILY;UNTIL=20261130T235959Z", ...days]);
    expect(await shown(text)).toEqual(["2026-11-30 08:00 - 08:00 Pills"]);
  });

  test("a rule that began decades ago is as exact as a recent one", async () => {
    const text = calendar(["Trash", ";VALUE=DATE:19700105", "RRULE:FREQ=WEEKLY;INTERVAL=3"]);
    expect(await shown(text)).toEqual([
      "2026-11-16 to 2026-11-17 Trash",
      "2026-12-07 to 2026-12-08 Trash",
      "2026-12-28 to 2026-12-29 Trash",
      ...["2027-01-18 to 2027-01-19 Trash", "2027-02-08 to 2027-02-09 Trash"],
    ]);
  });
});

describe("durations", () => {
  const overTheChange = { from: "2026-10-20", until: "2026-11-20" };
  const newYork = ";TZID=America/New_York:20261031T090000";
  const on = (...more: string[]) => shown(calendar(["Visit", newYork, ...more]), undefined, overTheChange);

  // RFC 5545, 3.3.6: days and weeks are nominal; hours, minutes and seconds are exact. That night has 25 hours.
  test("a day lasts until the same time on the next day, while 24 hours are 24 hours", async () => {
    expect(await on("DURATION:P1D")).toEqual(["2026-10-31 09:00 - 2026-11-01 09:00 Visit"]);
    expect(await on("DURATION:P1W")).toEqual(["2026-10-31 09:00 - 2026-11-07 09:00 Visit"]);
    expect(await on("DURATION:P1DT30M")).toEqual(["2026-10-31 09:00 - 2026-11-01 09:30 Visit"]);
    expect(await on("DURATION:PT24H")).toEqual(["2026-10-31 09:00 - 2026-11-01 08:00 Visit"]);
    expect(await on("DTEND;TZID=America/New_York:20261101T090000")).toEqual([
      "2026-10-31 09:00 - 2026-11-01 09:00 Visit",
    ]);
  });

  test("the day is that of the event's zone, wherever the family lives", async () => {
    const text = calendar(["Visit", newYork, "DURATION:P1D"]);
    expect(await shown(text, "Europe/Berlin", overTheChange)).toEqual([
      "2026-10-31 14:00 - 2026-11-01 15:00 Visit",
    ]);
  });

  test("an event that starts before the clocks go back and ends afterwards does not end before its start", async () => {
    const night = [";TZID=America/New_York:20261101T013000", "DURATION:PT45M"] as const;
    expect(await shown(calendar(["Pills", ...night]), undefined, overTheChange)).toEqual([
      "2026-11-01 01:30 - 01:30 Pills",
    ]);
  });

  test("an event with an endless duration does not affect the others", async () => {
    const text = calendar(["Visit", newYork, "DURATION:P999999999W"], ["Lunch", newYork]);
    expect(await shown(text, undefined, overTheChange)).toEqual([
      "2026-10-31 09:00 - 09:00 Lunch",
      "2026-10-31 09:00 - 2200-01-01 00:00 Visit",
    ]);
  });

  test("periods among the dates have their own durations", async () => {
    const periods =
      "RDATE;VALUE=PERIOD;TZID=America/New_York:20261031T100000/P1D,20261031T220000/20261101T060000";
    expect((await on("DURATION:PT1H", periods)).slice(1)).toEqual([
      "2026-10-31 10:00 - 2026-11-01 10:00 Visit",
      "2026-10-31 22:00 - 2026-11-01 06:00 Visit",
    ]);
  });
});

describe("canceled occurrences", () => {
  test("are excluded by a rule, as older programs write it", async () => {
    const daily = ["Pills", ";TZID=America/New_York:20261201T080000", "RRULE:FREQ=DAILY;COUNT=7"] as const;
    expect(await shown(calendar([...daily, "EXRULE:FREQ=DAILY;INTERVAL=2"]))).toEqual(
      ["02", "04", "06"].map((day) => `2026-12-${day} 08:00 - 08:00 Pills`),
    );
  });

  test("a rule that excludes every second leaves the rest of the calendar readable", async () => {
    const daily = ["Pills", ":20261201T080000Z", "RRULE:FREQ=DAILY;COUNT=2", "EXRULE:FREQ=SECONDLY"] as const;
    expect(await shown(calendar(daily, ["Lunch", ":20261201T170000Z"]))).toContain(
      "2026-12-01 12:00 - 12:00 Lunch",
    );
  });

  test("a calendar that only cancels shows nothing, and one after it shows its events", async () => {
    const cancelled = calendar(["Lunch", ":20261120T170000Z"]).replace(
      "VERSION:2.0",
      "VERSION:2.0\r\nMETHOD:CANCEL",
    );
    expect(await shown(cancelled)).toEqual([]);
    const published = calendar(["Dinner", ":20261120T230000Z"]);
    expect(await shown(cancelled + published)).toEqual(["2026-11-20 18:00 - 18:00 Dinner"]);
  });
});

describe("an event's identity", () => {
  const ids = async (text: string) => {
    const parsed = await parse(text);
    return parsed.kind === "calendar" ? parsed.events.map(({ occurrence }) => occurrence) : [];
  };
  const lunch = calendar(["Lunch", ";TZID=America/New_York:20261120T120000"]);

  test("stays the same when the event moves, is renamed, or is written in another zone", async () => {
    const before = await ids(lunch);
    expect(await ids(lunch.replace("SUMMARY:Lunch", "SUMMARY:Lunch with Elena"))).toEqual(before);
    expect(await ids(lunch.replace(";TZID=America/New_York:20261120T120000", ":20261120T170000Z"))).toEqual(
      before,
    );
    expect(await ids(lunch.replace("20261120T12", "20261121T18"))).toEqual(before);
  });

  test("is separate for each date of a series, whatever was changed about it", async () => {
    const weekly = ["Choir", ";TZID=America/New_York:20261120T190000", "RRULE:FREQ=WEEKLY;COUNT=3"] as const;
    const before = await ids(calendar(weekly));
    expect(new Set(before).size).toBe(3);
    const changed = calendar(weekly, [
      ...["Choir", ";TZID=America/New_York:20261128T150000"],
      "RECURRENCE-ID:20261128T000000Z",
    ] as const);
    expect((await ids(changed)).sort()).toEqual(before.sort());
  });

  test("differs between two events with the same UID, or without one", async () => {
    const two = calendar(["Lunch", ":20261120T170000Z"], ["Dinner", ":20261120T170000Z"]);
    expect(new Set(await ids(two.replace("UID:Dinner", "UID:Lunch"))).size).toBe(2);
    expect(new Set(await ids(two.replace(/UID:.*\r\n/g, ""))).size).toBe(2);
  });
});

describe("text", () => {
  test("HTML entities become characters once, so tags that they spell stay text", async () => {
    const titles = [
      "Children&#8217\\;s hour &#8211\\; crafts &amp\\; songs",
      "&lt\\;b&gt\\;Bold&lt\\;/b&gt\\; &#x1F600\\; &#0\\; &#55357\\; &nothing\\;",
    ];
    const found = await Promise.all(
      titles.map(async (title) =>
        shown(calendar(["x", ":20261120T170000Z"]).replace("SUMMARY:x", `SUMMARY:${title}`)),
      ),
    );
    expect(found.flat()).toEqual([
      "2026-11-20 12:00 - 12:00 Children’s hour – crafts & songs",
      "2026-11-20 12:00 - 12:00 <b>Bold</b> 😀 \ufffd \ufffd &nothing;",
    ]);
  });
});

describe("HTML", () => {
  const words = async (text: string) => {
    const parsed = await parse(calendar(["x", ":20261120T170000Z", `DESCRIPTION:${text}`]));
    return parsed.kind === "calendar" ? parsed.events[0]?.description : parsed.kind;
  };
  const page =
    '<html><body>\\n<div>Come along.</div>\\n<table><tbody><tr><td>When</td><td>noon</td></tr></tbody></table><html-blob>Bring <font color="red">shoes</font><img src="https://example.com/x.png"><hr></html-blob><!-- note --><style>p{color:red}</style>\\n</body></html>';

  test.each([
    ["a page", page, "Come along. When noon Bring shoes"],
    ["a script", "<script>if (a<b) go()</script>Hello<br/>Rose", "Hello Rose"],
    ["a comment with tags", "<!-- <b>not this</b> -->this", "this"],
    ["formatting within a word", "<i>un</i>believable", "unbelievable"],
    ["references", "Don&rsquo\\;t forget &mdash\\; &euro\\;5&nbsp\\;each", "Don’t forget — €5 each"],
    ["references to references", "<p>&amp\\;lt\\;b&amp\\;gt\\;</p>", "&lt;b&gt;"],
    ["an address", "<p>https://example.com/?a=1&copy=2</p>", "https://example.com/?a=1&copy=2"],
    ["an e-mail address", "<b>Call</b> <anna@example.com>", "Call <anna@example.com>"],
    ["a heart", "We <3 you, and 1 < 2", "We <3 you, and 1 < 2"],
    ["a name", "<Anna> comes, AT&T & all", "<Anna> comes, AT&T & all"],
  ])("of %s leaves its words", async (_what, text, shown) => {
    expect(await words(text)).toBe(shown);
  });
});

describe("other files", () => {
  test.each([
    ["a page", "<html><body>Hello</body></html>", "not-a-calendar"],
    ["nothing", "", "not-a-calendar"],
    ["a truncated calendar", calendarFile("broken/cut-off"), "broken"],
    ["one without an end", "BEGIN:VCALENDAR\r\n".repeat(1_000), "broken"],
  ])("%s is recognized", async (_what, text, kind) => {
    expect(await parse(text)).toEqual({ kind });
  });
});
