import ICAL from "ical.js";
import { expect, it, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { clockChanges } from "../clock-changes.ts";
import type { Outgoing } from "../outgoing.ts";
import { calendarText } from "./writer.ts";
import { zoneDefinition } from "./zone-definition.ts";

const first = "2025-11-20";
const lastYear = 2036;

/** The zone as an app reads it. */
function zoneOf(timeZone: string): ICAL.Timezone {
  const text = ICAL.stringify(zoneDefinition(timeZone, first, lastYear));
  return new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
}

/** The middle of each month, and three hours before and after each clock change. */
function momentsIn(timeZone: string): Temporal.ZonedDateTime[] {
  const at = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  const months = Array.from({ length: 130 }, (_, index) =>
    at(Date.parse("2025-12-15T12:00Z") + index * 30 * dayMs),
  );
  const changes = clockChanges(timeZone, first, lastYear).flatMap(({ at: time }) =>
    [-3, 3].map((hours) => time.add({ hours }).toZonedDateTime(timeZone)),
  );
  return [...months, ...changes].filter(({ year }) => year > 2025 && year < lastYear);
}

function offsetIn(zone: ICAL.Timezone, time: Temporal.ZonedDateTime): number {
  const { year, month, day, hour, minute } = time;
  return zone.utcOffset(ICAL.Time.fromData({ year, month, day, hour, minute, second: 0 }));
}

it("every time zone of the world is described correctly for ten years", () => {
  const wrong = Intl.supportedValuesOf("timeZone").flatMap((timeZone) => {
    const zone = zoneOf(timeZone);
    return momentsIn(timeZone)
      .filter((time) => offsetIn(zone, time) !== time.offsetNanoseconds / 1e9)
      .map(String);
  });
  expect(wrong).toEqual([]);
});

const rulesOf = (timeZone: string): string[] =>
  [...ICAL.stringify(zoneDefinition(timeZone, first, lastYear)).matchAll(/^RRULE:(.*)\r$/gm)].map(
    ([, rule = ""]) => rule,
  );

it("a regular change is written as a rule, so that it holds after these ten years too", () => {
  expect(rulesOf("America/New_York")).toEqual([
    "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
    "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
  ]);
  expect(rulesOf("Europe/Berlin")).toEqual([
    "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  ]);
});

it("irregular changes are written year by year", () => {
  expect(rulesOf("Asia/Jerusalem")).not.toContain("FREQ=YEARLY;BYMONTH=3;BYDAY=-1FR");
  expect(rulesOf("Asia/Kolkata")).toEqual([]);
});

const outgoing: Outgoing = {
  familyId: 1,
  categories: ["family"],
  excludedOwner: null,
  name: "Reyes, Lee; and \\ friends",
  timeZone: "America/New_York",
  first: "2026-11-20",
  lastYear: 2027,
};

test("the name of a calendar is escaped, so that apps show it exactly as written", async () => {
  const text = await calendarText(
    outgoing,
    { manual: [], imported: [], birthdays: [] },
    "porchlight.example",
  );
  expect(text).toContain("X-WR-CALNAME:Reyes\\, Lee\\; and \\\\ friends\r\n");
});
