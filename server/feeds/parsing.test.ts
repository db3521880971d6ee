import { describe, expect, test } from "vitest";
import { calendar, calendarFile } from "#tests/support/feed-server.ts";
import { parse, shown } from "#tests/support/parsed-feed.ts";

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
    ["one that breaks off", calendarFile("broken/cut-off"), "broken"],
    ["one without an end", "BEGIN:VCALENDAR\r\n".repeat(1_000), "broken"],
  ])("%s is told apart", async (_what, text, kind) => {
    expect(await parse(text)).toEqual({ kind });
  });
});
