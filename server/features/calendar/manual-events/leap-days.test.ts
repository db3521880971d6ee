// What a family enters for February 29 takes place on February 28 of other years.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { occurrencesIn, readCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { daysOf, plan, said } from "#tests/support/events.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { advanceClockTo, anHourBefore, choose, messagesTo } from "#tests/support/reminders.ts";
import { useServer } from "#tests/support/server.ts";

// Today is Friday, 2026-11-20.
const server = useServer();

const birthday = {
  title: "Leo's birthday",
  location: "Home",
  startDate: "2024-02-29T00:00",
  endDate: "2024-02-29T00:00",
  allDay: true,
  recurrence: "FREQ=YEARLY",
};
const leap = async (person: Person, from: string, to: string) => (await daysOf(person, from, to)).map(said);

test.each([
  ["every year", "FREQ=YEARLY"],
  ["as apps say it", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"],
  ["until a day", "FREQ=YEARLY;UNTIL=20270228"],
  ["a number of times", "FREQ=YEARLY;COUNT=4"],
])("a birthday on February 29, %s, is in the week and in calendar apps", async (_how, recurrence) => {
  const anna = await signUp(server());
  const event = await plan(anna, { ...birthday, recurrence });
  expect(event.recurrence).toBe(recurrence);
  expect(await leap(anna, "2027-02-25", "2027-03-03")).toEqual(["Leo's birthday 2027-02-28 all day"]);
  expect(await leap(anna, "2027-02-28", "2027-02-28")).toEqual(["Leo's birthday 2027-02-28 all day"]);
  const calendar = await readCalendar(server(), await subscribe(anna));
  const spans = occurrencesIn(calendar, "2024-01-01", "2027-12-31");
  expect(spans).toEqual(
    ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28"].map(
      (day) => `Leo's birthday ${day}T00:00 ${day}T00:00`,
    ),
  );
});

test("in a leap year it is on February 29 alone", async () => {
  const anna = await signUp(server());
  await plan(anna, birthday);
  expect(await leap(anna, "2028-02-25", "2028-03-03")).toEqual(["Leo's birthday 2028-02-29 all day"]);
});

test("one such day can be left out, and other rules keep to the 29th", async () => {
  const anna = await signUp(server());
  const { id } = await plan(anna, birthday);
  await anna.client.call(deleteManualEvent, { params: { id }, query: { occurrence: "2027-02-28T00:00" } });
  await plan(anna, { ...birthday, title: "Rent", recurrence: "FREQ=MONTHLY;BYMONTHDAY=29" });
  await plan(anna, {
    ...birthday,
    title: "Fair",
    startDate: "2026-02-27T00:00",
    endDate: "2026-02-27T00:00",
  });
  expect(await leap(anna, "2027-02-25", "2027-03-03")).toEqual(["Fair 2027-02-27 all day"]);
});

test("one that was entered with an earlier version is shown as well", async () => {
  const anna = await signUp(server());
  const { id } = await plan(anna, birthday);
  const { kysely: db } = server().database;
  await db.deleteFrom("manual_event_occurrences").where("manual_event_id", "=", id).execute();
  expect(await leap(anna, "2027-02-25", "2027-03-03")).toEqual([]);
  const migration = projectFile("server/platform/db/migrations/017-leap-days.sql");
  await sql.raw(readFileSync(migration, "utf8")).execute(db);
  expect(await leap(anna, "2027-02-25", "2027-03-03")).toEqual(["Leo's birthday 2027-02-28 all day"]);
});

test("a reminder comes on that day", async () => {
  await advanceClockTo(server(), "2027-02-27T09:00");
  const anna = await signUp(server());
  await choose(anna, anHourBefore);
  const times = { startDate: "2024-02-29T10:00", endDate: "2024-02-29T11:00" };
  await plan(anna, { ...birthday, ...times, allDay: false, title: "Cake for Leo" });
  await advanceClockTo(server(), "2027-02-28T09:01");
  expect(messagesTo(server(), anna)).toEqual([expect.stringContaining("Cake for Leo is today at 10:00 AM")]);
});
