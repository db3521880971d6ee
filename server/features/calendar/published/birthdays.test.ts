// Calendar apps get the birthdays of a family's members, as days of every year.
import { expect, it } from "vitest";
import { removeBirthday } from "#contract/birthdays.ts";
import { chooseCategories } from "#contract/calendar/published.ts";
import { leaveFamily } from "#contract/families.ts";
import { setBirthday } from "#tests/support/birthdays.ts";
import {
  eventsOf,
  fetchCalendar,
  occurrencesIn,
  propertyOf,
  readCalendar,
  subscribe,
} from "#tests/support/calendar-app.ts";
import { exportOf } from "#tests/support/family-file.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { unzip } from "#tests/support/zip.ts";

// Today is Friday, 2026-11-20, in New York.
const server = useServer();

it("a birthday is an all-day event of every year, with the year of birth where it is known", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await setBirthday(anna, rose, { month: 12, day: 6, year: 1942 });
  await setBirthday(anna, ben, { month: 1, day: 3, year: null });
  const path = await subscribe(anna);
  const calendar = await readCalendar(server(), path);
  expect(occurrencesIn(calendar, "2026-11-01", "2028-01-31")).toEqual([
    "Ben's birthday 2027-01-03T00:00 2027-01-03T00:00",
    "Ben's birthday 2028-01-03T00:00 2028-01-03T00:00",
    "Rose's birthday 2026-12-06T00:00 2026-12-06T00:00",
    "Rose's birthday 2027-12-06T00:00 2027-12-06T00:00",
  ]);
  expect(eventsOf(calendar).map((event) => propertyOf(event, "description"))).toEqual(["", "Born in 1942."]);
});

it("February 29 is on the last day of February in every year", async () => {
  const { anna, rose } = await reyesFamily(server());
  await setBirthday(anna, rose, { month: 2, day: 29, year: 1944 });
  const calendar = await readCalendar(server(), await subscribe(anna));
  const days = occurrencesIn(calendar, "2027-01-01", "2028-12-31").map((line) => line.split(" ").at(-1));
  expect(days).toEqual(["2027-02-28T00:00", "2028-02-29T00:00"]);
});

it("keeps its identity when it is corrected, and is gone with its person or when it is removed", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const path = await subscribe(anna);
  const uids = async () =>
    eventsOf(await readCalendar(server(), path)).map((event) => propertyOf(event, "uid"));
  const etag = async () => (await fetchCalendar(server(), path)).headers.get("etag");
  const empty = await etag();
  await setBirthday(anna, rose, { month: 12, day: 6, year: 1942 });
  await setBirthday(anna, ben, { month: 1, day: 3, year: null });
  const before = await uids();
  expect(new Set(before).size).toBe(2);
  const entered = await etag();
  await setBirthday(anna, rose, { month: 12, day: 7, year: 1942 });
  expect(await uids()).toEqual(before);
  expect(new Set([empty, entered, await etag()]).size).toBe(3);
  await ben.client.call(leaveFamily);
  expect(await uids()).toHaveLength(1);
  await rose.client.call(removeBirthday, { params: { id: rose.id } });
  expect(await uids()).toEqual([]);
});

it("goes out with the events of the kind “family”, and is in the calendar of the family's export", async () => {
  const { anna, rose } = await reyesFamily(server());
  await setBirthday(anna, rose);
  const path = await subscribe(anna);
  await anna.client.call(chooseCategories, { body: { categories: ["kids"] } });
  expect(eventsOf(await readCalendar(server(), path))).toEqual([]);
  expect(unzip(await exportOf(anna)).get("calendar.ics")).toContain("SUMMARY:Rose's birthday");
});
