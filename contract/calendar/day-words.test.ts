import { expect, it } from "vitest";
import type { CalendarEvent } from "./calendar.ts";
import { isOver, peopleIn, titleOn, untilWhen } from "./day-words.ts";

const trip: CalendarEvent = {
  id: "manual-1",
  title: "Trip",
  location: "Chicago",
  category: "family",
  source: "manual",
  isManualEvent: true,
  date: "2026-11-20",
  startTime: "18:00",
  allDay: false,
  people: [],
  manualEventId: 1,
  occurrence: null,
  startDate: "2026-11-20T18:00",
  endDate: "2026-11-22T11:00",
};

it("says until which day an event lasts, and nothing on its last day", () => {
  expect(untilWhen(trip)).toBe(", until Sunday");
  expect(untilWhen({ ...trip, endDate: "2026-11-27T11:00" })).toBe(", until November 27");
  expect(untilWhen({ ...trip, date: "2026-11-22" })).toBe("");
  const untilMidnight = { ...trip, endDate: "2026-11-22T00:00", date: "2026-11-21" };
  expect(untilWhen(untilMidnight)).toBe("");
  expect(untilWhen({ ...untilMidnight, startDate: "2026-11-20T00:00" })).toBe(", until Sunday");
});

it("an event is over after its end, or an hour after its start, and never on a day on which it goes on", () => {
  const lunch = { ...trip, startTime: "12:00", startDate: "2026-11-20T12:00", endDate: "2026-11-20T13:30" };
  const timed = { ...lunch, endTime: "13:30" };
  expect(["11:59", "12:30", "13:29", "13:30"].map((time) => isOver(timed, time))).toEqual([
    ...[false, false, false, true],
  ]);
  expect(["12:59", "13:00"].map((time) => isOver(lunch, time))).toEqual([false, true]);
  expect(isOver({ ...trip, endTime: "01:00", endDate: "2026-11-21T01:00" }, "23:59")).toBe(false);
  expect(isOver(trip, "23:59")).toBe(false);
  expect(isOver({ ...lunch, allDay: true }, "23:59")).toBe(false);
});

it("says who is driving and who is coming, by the names that the family uses", () => {
  const anna = { name: "Anna Reyes", part: "driving" } as const;
  const [ben, rose] = [{ name: "Ben", part: "coming" } as const, { name: "Rose", part: "coming" } as const];
  expect(peopleIn([anna], "The Reyes family")).toBe("Anna is driving");
  expect(peopleIn([anna, ben, rose], "The Reyes family")).toBe("Anna is driving; Ben and Rose are coming");
  expect(peopleIn([], "The Reyes family")).toBe("");
});

it("says the age on a birthday with a year of birth", () => {
  const birthday = { title: "Mom's birthday (born 1944)", date: "2026-06-03" };
  expect(titleOn(birthday)).toBe("Mom's birthday (82)");
  expect(titleOn({ ...birthday, date: "2027-06-03" })).toBe("Mom's birthday (83)");
  expect(titleOn({ ...birthday, title: "Mom's birthday" })).toBe("Mom's birthday");
  expect(titleOn({ ...birthday, title: "Reunion (born 2044)" })).toBe("Reunion (born 2044)");
});
