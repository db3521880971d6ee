// Changes with the choices "Only one of them" and "All of them".
import { beforeEach, describe, expect, it } from "vitest";
import {
  changeManualEvent,
  deleteManualEvent,
  listManualEvents,
  type ManualEvent,
} from "#contract/calendar/manual-events.ts";
import { leaveFamily } from "#contract/families.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { daysOf, dentist, plan, said, type TypedEvent } from "#tests/support/events.ts";
import { exportOf, uploadOf } from "#tests/support/family-file.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let anna: Person;
let ben: Person;
let series: ManualEvent;
beforeEach(async () => {
  ({ anna, ben } = await reyesFamily(server()));
  const people = [{ personId: ben.id, part: "driving" as const }];
  series = await plan(anna, { recurrence: "FREQ=WEEKLY", category: "appointment", people });
});

const second = "2026-12-01T10:00";
const december = async () => (await daysOf(anna, "2026-11-24", "2026-12-15")).map(said);
const list = () => anna.client.call(listManualEvents);

const changeOne = (typed: Partial<TypedEvent>, occurrence = second) =>
  anna.client.ask(changeManualEvent, {
    params: { id: series.id },
    query: { occurrence },
    body: { ...dentist, startDate: "2026-12-01T10:00", endDate: "2026-12-01T11:00", ...typed },
  });
const changeAll = (typed: Partial<TypedEvent>) =>
  anna.client.call(changeManualEvent, { params: { id: series.id }, body: { ...dentist, ...typed } });
const deleteOne = (occurrence = second) =>
  anna.client.ask(deleteManualEvent, { params: { id: series.id }, query: { occurrence } });
const later = { startDate: "2026-12-01T15:00", endDate: "2026-12-01T16:00" };

describe("a change to only one date", () => {
  it("changes it, and leaves all others as they were", async () => {
    const { status, body } = await changeOne({ ...later, title: "Dentist, later" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ recurrence: null, seriesId: series.id, category: "appointment" });
    expect(body.people).toEqual([{ personId: ben.id, part: "driving", name: "Ben" }]);
    expect(await december()).toEqual([
      ...["Dentist 2026-11-24 10:00-11:00", "Dentist, later 2026-12-01 15:00-16:00"],
      ...["Dentist 2026-12-08 10:00-11:00", "Dentist 2026-12-15 10:00-11:00"],
    ]);
  });

  it("can delete it, and it does not come back when more dates are expanded", async () => {
    expect((await deleteOne()).status).toBe(204);
    await daysOf(anna, "2028-11-20");
    expect(await december()).toEqual([
      "Dentist 2026-11-24 10:00-11:00",
      "Dentist 2026-12-08 10:00-11:00",
      "Dentist 2026-12-15 10:00-11:00",
    ]);
    expect((await list())[0]?.nextDates.slice(0, 2)).toEqual(["2026-11-24T10:00", "2026-12-08T10:00"]);
  });

  it("can apply to a date that has not been expanded yet", async () => {
    expect((await deleteOne("2028-11-21T10:00")).status).toBe(204);
    expect(await daysOf(anna, "2028-11-21")).toEqual([]);
    expect(await daysOf(anna, "2028-11-28")).toHaveLength(1);
  });

  it("is not found for a date that does not exist or is deleted, or for an event that does not repeat", async () => {
    const once = await plan(anna, { title: "Once" });
    const query = { occurrence: "2026-11-24T10:00" };
    const ofOnce = await anna.client.ask(deleteManualEvent, { params: { id: once.id }, query });
    await deleteOne();
    for (const { status } of [
      ofOnce,
      await deleteOne(),
      await changeOne({}),
      await deleteOne("2026-12-02T10:00"),
    ])
      expect(status).toBe(404);
    expect((await deleteOne("yesterday")).status).toBe(400);
    expect((await deleteOne("2026-02-30T10:00")).status).toBe(400);
  });

  it("is applied once when two people make it at the same moment", async () => {
    const answers = await Promise.all([changeOne(later), changeOne({ title: "Another" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await daysOf(anna, "2026-12-01")).toHaveLength(1);
  });

  it("leaves the date empty when its replacement is deleted too", async () => {
    const { body } = await changeOne(later);
    await anna.client.call(deleteManualEvent, { params: { id: body.id } });
    expect(await daysOf(anna, "2026-12-01")).toEqual([]);
  });
});

describe("a change to all dates", () => {
  it("can move them to another hour, and a deleted date stays deleted", async () => {
    await deleteOne();
    await changeAll({ startDate: "2026-11-24T12:00", endDate: "2026-11-24T12:30" });
    expect(await december()).toEqual([
      "Dentist 2026-11-24 12:00-12:30",
      "Dentist 2026-12-08 12:00-12:30",
      "Dentist 2026-12-15 12:00-12:30",
    ]);
  });

  it.each([
    ["another title", { title: "Orthodontist" }],
    ["another place", { location: "Elm Street" }],
    ["another category", { category: "kids" as const }],
    ["nobody who drives", { people: [] }],
    ["another hour", { startDate: "2026-11-24T12:00", endDate: "2026-11-24T13:00" }],
    ["the whole day", { startDate: "2026-11-24T00:00", endDate: "2026-11-24T00:00", allDay: true }],
    ["a rule that has the same dates", { recurrence: "FREQ=WEEKLY;BYDAY=TU" }],
    ["a rule with an end", { recurrence: "FREQ=WEEKLY;UNTIL=20270101T000000Z" }],
    ["a rule with more dates", { recurrence: "FREQ=DAILY" }],
  ])(
    "leaves a deleted date deleted when the series gets %s, here and in another family that imports it",
    async (_what, typed) => {
      await deleteOne();
      const { startDate, endDate } = series;
      await changeAll({ startDate, endDate, recurrence: "FREQ=WEEKLY", category: "appointment", ...typed });
      expect(await daysOf(anna, "2026-12-01")).toEqual([]);
      expect(await daysOf(anna, "2026-12-08")).toHaveLength(1);
      await ben.client.call(leaveFamily);
      await ben.client.call(importFamily, uploadOf(await exportOf(anna)));
      expect(await daysOf(ben, "2026-12-01")).toEqual([]);
      expect(await daysOf(ben, "2026-12-08")).toHaveLength(1);
    },
  );

  it("leaves a date that was changed by itself as it is", async () => {
    await changeOne({ ...later, title: "Dentist, later", people: [{ personId: anna.id, part: "driving" }] });
    await changeAll({
      title: "Orthodontist",
      startDate: "2026-11-24T12:00",
      endDate: "2026-11-24T12:30",
      people: [],
    });
    const days = await daysOf(anna, "2026-11-24", "2026-12-08");
    expect(days.map(said)).toEqual([
      ...["Orthodontist 2026-11-24 12:00-12:30", "Dentist, later 2026-12-01 15:00-16:00"],
      "Orthodontist 2026-12-08 12:00-12:30",
    ]);
    expect(days.map(({ people }) => people.length)).toEqual([0, 1, 0]);
  });

  it("applies to the fields of a changed date that were not changed by themselves", async () => {
    await changeOne(later);
    const people = [{ personId: anna.id, part: "driving" as const }];
    await changeAll({ title: "Orthodontist", location: "High Street", category: "kids", people });
    const [single] = await daysOf(anna, "2026-12-01");
    expect(single).toMatchObject({ title: "Orthodontist", location: "High Street", category: "kids" });
    expect(single).toMatchObject({ startTime: "15:00", people: [{ name: "Anna Reyes" }] });
    await changeAll({ title: "Orthodontist", isActive: false });
    expect(await december()).toEqual([]);
  });

  it("can delete them together with those that were changed by themselves", async () => {
    await changeOne(later);
    await anna.client.call(deleteManualEvent, { params: { id: series.id } });
    expect(await list()).toEqual([]);
    expect(await december()).toEqual([]);
  });

  it("can end the series, while a date that was changed by itself stays", async () => {
    const { body: single } = await changeOne(later);
    await changeAll({ recurrence: null });
    expect(await december()).toEqual(["Dentist 2026-11-24 10:00-11:00", "Dentist 2026-12-01 15:00-16:00"]);
    await anna.client.call(deleteManualEvent, { params: { id: series.id } });
    expect((await list()).map(({ id, seriesId }) => [id, seriesId])).toEqual([[single.id, null]]);
  });

  it("does not affect a single date that has become a series of its own", async () => {
    const { body: single } = await changeOne(later);
    const body = { ...dentist, ...later, recurrence: "FREQ=MONTHLY" };
    await anna.client.call(changeManualEvent, { params: { id: single.id }, body });
    await anna.client.call(deleteManualEvent, { params: { id: series.id } });
    expect((await list()).map(({ id }) => id)).toEqual([single.id]);
  });
});
