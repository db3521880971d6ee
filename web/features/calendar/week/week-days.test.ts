import { expect, it } from "vitest";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { daysFrom, isDay, printedWeek, weekOf } from "./week-days.ts";

const event = (date: string): CalendarEvent => ({
  id: "manual-1",
  title: "Walk around the lake",
  location: "Lakeside",
  category: "family",
  source: "manual",
  isManualEvent: true,
  date,
  startTime: "10:00",
  endTime: "11:00",
  allDay: false,
  people: [],
  startDate: `${date}T10:00`,
  endDate: `${date}T11:00`,
  manualEventId: 1,
  occurrence: null,
});

const from = "2026-12-28";
const daily = (count: number) =>
  Array.from({ length: count * 7 }, (_, index) => event(daysFrom(from, index % 7)));

it("a week has seven days with their events, even across the end of a year", () => {
  const week = weekOf(from, [event("2026-12-31"), event("2027-01-03")], undefined);
  expect(week.map(({ day, events }) => `${day} ${events.length}`)).toEqual([
    ...["2026-12-28 0", "2026-12-29 0", "2026-12-30 0", "2026-12-31 1", "2027-01-01 0", "2027-01-02 0"],
    "2027-01-03 1",
  ]);
});

it("a day has the birthdays that are kept on it, which take room on paper", () => {
  const member = (id: number) => ({
    id,
    name: `Walter the ${id}th`,
    role: "grandparent" as const,
    phoneNumber: null,
    picture: null,
    birthday: { month: 1, day: 2, year: null },
  });
  const family = {
    name: "The Reyes family",
    members: Array.from({ length: 20 }, (_, index) => member(index)),
  };
  const week = weekOf(from, [], family);
  expect(week.map(({ birthdays }) => birthdays.length)).toEqual([0, 0, 0, 0, 0, 20, 0]);
  expect(week[5]?.birthdays[4]).toBe("Walter the 4th's birthday");
  expect(printedWeek(week).size).not.toBe(printedWeek(weekOf(from, [], undefined)).size);
});

it("a day that does not exist is refused", () => {
  expect(["2026-11-20", "2026-02-30", "2026-2-3", "today", ""].map(isDay)).toEqual([
    ...[true, false, false, false, false],
  ]);
});

it("a fuller week is printed in smaller type", () => {
  const sizes = ["largest", "larger", "large", "middle", "small", "smallest"];
  const printed = [0, 1, 2, 3, 4, 9].map((count) =>
    sizes.indexOf(printedWeek(weekOf(from, daily(count), undefined)).size),
  );
  expect(printed).toEqual([...printed].sort());
  expect([printed.at(0), printed.at(-1)]).toEqual([0, 5]);
});

it("a printed week has two columns, divided where the higher one is lowest", () => {
  const columnsOf = (events: CalendarEvent[]) =>
    printedWeek(weekOf(from, events, undefined)).columns.map(({ days }) => days.length);
  expect(columnsOf([])).toEqual([4, 3]);
  expect(columnsOf(Array.from({ length: 8 }, () => event(from)))).toEqual([1, 6]);
});
