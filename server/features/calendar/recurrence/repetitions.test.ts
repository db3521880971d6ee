// What a rule means where it can be read two ways, with the clause of RFC 5545 that decides.
import { describe, expect, test } from "vitest";
import { anyClock, clockOf, isUntil, repetitionsOf } from "./repetitions.ts";
import { ruleOf } from "./rules.ts";

const far = "2040-01-01";
const first = (rule: string, start: string, clock = anyClock, before = far) => [
  ...repetitionsOf({ rule: ruleOf(rule), start, clock }, { from: start, before }).take(4),
];
const daysOf = (rule: string, start: string) =>
  first(rule, `${start}T10:00:00`).map((time) => time.slice(0, 10));

const newYork = clockOf("America/New_York");
const instants = (rule: string, start: string) =>
  first(rule, start, newYork).map((time) =>
    Temporal.Instant.fromEpochMilliseconds(newYork(time))
      .toZonedDateTimeISO("America/New_York")
      .toString()
      .slice(5, 22),
  );

describe("when the clocks change", () => {
  // 3.3.10: a time that does not exist is read as section 3.3.5 says, with the offset from before the gap.
  test("a skipped time is shifted by an hour on that day, counts as an occurrence, and is back to normal on the next", () => {
    expect(instants("FREQ=DAILY;COUNT=3", "2026-03-07T02:30:00")).toEqual([
      ...["03-07T02:30:00-05", "03-08T03:30:00-04", "03-09T02:30:00-04"],
    ]);
  });

  // 3.3.5: a time that occurs twice is the first of the two.
  test("a repeated time is used once, the first time", () => {
    expect(instants("FREQ=DAILY;COUNT=2", "2026-10-31T01:30:00")).toEqual([
      "10-31T01:30:00-04",
      "11-01T01:30:00-04",
    ]);
  });

  // 3.3.10: the times of a rule are local ones, and 3.3.5 knows no second 01:00.
  test("hours are those of the local clock", () => {
    expect(instants("FREQ=HOURLY;INTERVAL=2", "2026-10-31T23:00:00")).toEqual([
      ...["10-31T23:00:00-04", "11-01T01:00:00-04", "11-01T03:00:00-05", "11-01T05:00:00-05"],
    ]);
    expect(instants("FREQ=HOURLY", "2026-03-08T01:00:00")).toEqual([
      ...["03-08T01:00:00-05", "03-08T03:00:00-04", "03-08T04:00:00-04", "03-08T05:00:00-04"],
    ]);
  });

  // 3.3.10: UNTIL in UTC bounds instants, not what a clock shows.
  test("the end of a rule is an instant, even between two times with the same local reading", () => {
    const until = (time: string) => instants(`FREQ=HOURLY;UNTIL=20261101T${time}Z`, "2026-11-01T00:30:00");
    expect(until("052900")).toEqual(["11-01T00:30:00-04"]);
    expect(until("061500")).toEqual(["11-01T00:30:00-04", "11-01T01:30:00-04"]);
  });
});

// 3.3.10, the table of what expands and what limits, with its notes: each part applies to the result of the
// parts before it.
describe("parts of a yearly rule combine", () => {
  test("a day of the year if it is a Friday (note 2)", () => {
    expect(daysOf("FREQ=YEARLY;BYYEARDAY=18;BYDAY=FR;COUNT=2", "2026-12-21")).toEqual([
      "2030-01-18",
      "2036-01-18",
    ]);
  });

  test("a day of the month if it is the year's last Saturday (note 2)", () => {
    expect(daysOf("FREQ=YEARLY;BYMONTHDAY=26;BYDAY=-1SA;COUNT=1", "2026-10-31")).toEqual(["2026-12-26"]);
    expect(daysOf("FREQ=YEARLY;BYMONTHDAY=27;BYDAY=-1SA;COUNT=1", "2026-10-31")).toEqual(["2031-12-27"]);
  });

  test("every Wednesday as well as the fourth Friday", () => {
    expect(daysOf("FREQ=YEARLY;BYDAY=WE,4FR", "2026-01-19")).toEqual([
      ...["2026-01-21", "2026-01-23", "2026-01-28", "2026-02-04"],
    ]);
  });

  test("a week, and the first of a month within it", () => {
    expect(daysOf("FREQ=YEARLY;BYWEEKNO=9;BYMONTHDAY=1;COUNT=2", "2026-01-01")).toEqual([
      "2026-03-01",
      "2027-03-01",
    ]);
  });

  // 3.8.5.3: the start counts as the first occurrence. January 1, 2012 is in the last week of 2011.
  test("weeks are counted in the year that they belong to", () => {
    expect(daysOf("FREQ=YEARLY;INTERVAL=5;BYWEEKNO=52", "2012-01-01").slice(0, 2)).toEqual([
      "2012-01-01",
      "2017-01-01",
    ]);
  });
});

describe("rules that people write", () => {
  test.each([
    ["Friday the 13th", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", ["2026-11-13", "2027-08-13", "2028-10-13"]],
    [
      "the last workday of the month",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      ["2026-09-30", "2026-10-30", "2026-11-30"],
    ],
    ["the last day but one", "FREQ=MONTHLY;BYMONTHDAY=-2", ["2026-09-29", "2026-10-30", "2026-11-29"]],
    [
      "the day of an election",
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
      ["2026-11-03", "2030-11-05", "2034-11-07"],
    ],
    [
      "a birthday on 29 February",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
      ["2028-02-29", "2032-02-29", "2036-02-29"],
    ],
  ])("%s", (_, rule, days) => {
    expect(daysOf(rule, "2026-09-01").slice(0, 3)).toEqual(days);
  });

  test("until a day, which is included, for all-day events too", () => {
    expect(daysOf("FREQ=DAILY;UNTIL=20261122", "2026-11-21")).toEqual(["2026-11-21", "2026-11-22"]);
    expect(first("FREQ=DAILY;UNTIL=20261122T000000Z", "2026-11-21")).toEqual(["2026-11-21", "2026-11-22"]);
  });

  test.each([
    "FREQ=OFTEN",
    "INTERVAL=2",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=YEARLY;BYMONTHDAY=0",
  ])("%s is not a rule", (rule) => {
    expect(() => ruleOf(rule)).toThrow(RangeError);
  });
});

test.each([
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=SECONDLY;BYSETPOS=2",
])("%s never matches, and this is detected at once", (rule) => {
  const began = performance.now();
  expect(first(rule, "1970-01-01T00:00:00")).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("the last instant of a rule is included, and the next second is not", () => {
  const local = (time: string) => isUntil("20261122T100000", anyClock, time);
  expect([local("2026-11-22T10:00:00"), local("2026-11-22T10:00:01")]).toEqual([true, false]);
  const inUtc = (time: string) => isUntil("20261122T150000Z", newYork, time);
  expect([inUtc("2026-11-22T10:00:00"), inUtc("2026-11-22T10:00:01")]).toEqual([true, false]);
});
