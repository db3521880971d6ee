import { expect, it } from "vitest";
import { EventFields } from "#contract/calendar/calendar.ts";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { bodyOf, repeatsFrom, typedEventOf } from "./typed-event.ts";

const dentist: ManualEvent = {
  id: 7,
  title: "Dentist",
  location: "Mill Street",
  category: "appointment",
  isActive: true,
  allDay: false,
  startDate: "2026-11-24T10:00",
  endDate: "2026-11-24T11:30",
  recurrence: null,
  seriesId: null,
  people: [
    { personId: 2, name: "Ben", part: "driving" },
    { personId: 3, name: "Rose", part: "coming" },
  ],
  nextDates: ["2026-11-24T10:00"],
};

it.each([
  ...[
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=5",
    "FREQ=WEEKLY;BYDAY=TU,TH",
    "FREQ=MONTHLY",
    "FREQ=YEARLY;INTERVAL=2",
  ],
  ...["FREQ=MONTHLY;BYDAY=4TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261222"],
  null,
])("opening and saving an event with the rule %s changes nothing", (recurrence) => {
  const event = { ...dentist, recurrence, isActive: false };
  expect(bodyOf(typedEventOf(event, undefined))).toEqual(EventFields.parse(event));
});

it.each([
  ...["FREQ=DAILY;COUNT=5", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"],
  ...["FREQ=DAILY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TH", "FREQ=MONTHLY;BYDAY=1TU", "FREQ=MONTHLY;BYDAY=4TU,-1TU"],
])("a rule that the form cannot make is kept: %s", (recurrence) => {
  const typed = typedEventOf({ ...dentist, recurrence }, undefined);
  expect(typed.repeats).toBe("other");
  const { startDate, endDate } = dentist;
  expect(bodyOf(typed)).toMatchObject({ recurrence, startDate, endDate });
});

it("an event whose start is on none of its weekdays moves to the first of them", () => {
  const typed = { ...typedEventOf(dentist, undefined), repeats: "week" as const, weekdays: ["TH", "MO"] };
  expect(bodyOf(typed)).toMatchObject({
    startDate: "2026-11-26T10:00",
    endDate: "2026-11-26T11:30",
    recurrence: "FREQ=WEEKLY;BYDAY=TH,MO",
  });
});

it("the form of one date starts with its own times, and does not repeat", () => {
  const daily = { ...dentist, recurrence: "FREQ=DAILY" };
  expect(bodyOf(typedEventOf(daily, "2026-12-01T10:00"))).toMatchObject({
    startDate: "2026-12-01T10:00",
    endDate: "2026-12-01T11:30",
    recurrence: null,
  });
});

it("an all-day event has days in the form, and midnights in the request", () => {
  const visit = { ...dentist, allDay: true, startDate: "2026-11-24T00:00", endDate: "2026-11-26T00:00" };
  const typed = typedEventOf(visit, undefined);
  expect([typed.startDate, typed.endDate]).toEqual(["2026-11-24", "2026-11-26"]);
  expect(bodyOf(typed)).toMatchObject({ startDate: "2026-11-24T00:00", endDate: "2026-11-26T00:00" });
});

it("somebody who is driving and coming is listed as driving", () => {
  const typed = { ...typedEventOf(dentist, undefined), driving: ["2", "3"], coming: ["3", "4"] };
  expect(bodyOf(typed)).toMatchObject({
    people: [
      { personId: 2, part: "driving" },
      { personId: 3, part: "driving" },
      { personId: 4, part: "coming" },
    ],
  });
});

it("the fifth Tuesday counts as the last, and a last Tuesday that moves to the second week is counted", () => {
  expect(repeatsFrom("2026-12-29", "counted")).toBe("last");
  expect(repeatsFrom("2026-12-08", "last")).toBe("counted");
  expect(repeatsFrom("2026-12-08", "week")).toBe("week");
});
