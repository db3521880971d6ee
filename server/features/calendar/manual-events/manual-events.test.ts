import { beforeAll, describe, expect, it, test } from "vitest";
import {
  addManualEvent,
  changeManualEvent,
  deleteManualEvent,
  listManualEvents,
} from "#contract/calendar/manual-events.ts";
import { Problem } from "#contract/problem.ts";
import { daysOf, dentist, plan, said } from "#tests/support/events.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// The server's clock reads 8:05 a.m. on Friday, 2026-11-20 in New York.
const server = useServer();

let anna: Person;
let ben: Person;
let rose: Person;
beforeAll(async () => {
  ({ anna, ben, rose } = await reyesFamily(server()));
});

async function refusalOf(typed: object) {
  const { status, body } = await anna.client.ask(addManualEvent, { body: { ...dentist, ...typed } });
  return { status, fields: Problem.parse(body).fields };
}

const list = ({ client }: Person = anna) => client.call(listManualEvents);

describe("a manual event", () => {
  it("is in everybody's day in the family, marked as manual", async () => {
    const event = await plan(anna, { category: "appointment" });
    expect(event).toEqual({
      ...dentist,
      id: expect.any(Number),
      category: "appointment",
      isActive: true,
      allDay: false,
      recurrence: null,
      people: [],
      nextDates: ["2026-11-24T10:00"],
      seriesId: null,
    });
    const [shown] = await daysOf(rose, "2026-11-24");
    expect(shown).toMatchObject({ title: "Dentist", isManualEvent: true, category: "appointment" });
    expect(shown).toMatchObject({ manualEventId: event.id, occurrence: null });
  });

  it("is active unless stated otherwise, and disappears from the day when it is switched off", async () => {
    const { id } = await plan(anna, { title: "Choir", isActive: false });
    const titles = async () => (await daysOf(rose, "2026-11-24")).map(({ title }) => title);
    expect(await titles()).not.toContain("Choir");
    const body = { ...dentist, title: "Choir", isActive: true };
    await anna.client.call(changeManualEvent, { params: { id }, body });
    expect(await titles()).toContain("Choir");
  });

  it("can be added, changed and deleted by admins and children only", async () => {
    const { id } = await plan(ben, { title: "Haircut" });
    const params = { id };
    const body = { ...dentist, title: "Hairdresser" };
    expect((await rose.client.ask(changeManualEvent, { params, body })).status).toBe(403);
    expect((await rose.client.ask(listManualEvents)).status).toBe(403);
    expect((await ben.client.call(changeManualEvent, { params, body })).title).toBe("Hairdresser");
    await anna.client.call(deleteManualEvent, { params });
    expect((await ben.client.ask(deleteManualEvent, { params })).status).toBe(404);
  });

  it("keeps the fields that a change does not mention", async () => {
    const people = [{ personId: ben.id, part: "driving" as const }];
    const { id } = await plan(anna, { recurrence: "FREQ=WEEKLY;BYDAY=TU", category: "kids", people });
    const body = { ...dentist, title: "Orthodontist", isActive: true };
    const changed = await anna.client.call(changeManualEvent, { params: { id }, body });
    expect(changed).toMatchObject({ title: "Orthodontist", category: "kids" });
    expect(changed.recurrence).toBe("FREQ=WEEKLY;BYDAY=TU");
    expect(changed.people).toEqual([{ ...people[0], name: "Ben" }]);
  });

  it("updates every open screen of the family when it is added, changed or deleted", async () => {
    const stream = await openStream(rose.client);
    const { id } = await plan(anna);
    await anna.client.call(changeManualEvent, { params: { id }, body: dentist });
    await anna.client.call(deleteManualEvent, { params: { id } });
    const three = Array.from({ length: 3 }, () => ["calendar-events", "manual-events"]).flat();
    await expect.poll(() => stream.heard).toEqual(three);
  });
});

describe("what is refused", () => {
  it.each([
    ["title", "", "Title is required"],
    ["title", undefined, "Title is required"],
    ["startDate", "", "Start date is required"],
    ["endDate", undefined, "End date is required"],
    ["location", "  ", "Location is required"],
    ["startDate", "next Tuesday", "Please give a date and a time like 2026-11-20T10:00"],
    ["startDate", "2026-02-30T10:00", "That date and time doesn't exist. Please check it."],
    ["endDate", "2026-11-24T10:00", "End date must be after start date"],
    ["endDate", "2026-11-23T12:00", "End date must be after start date"],
    ["category", "work", "Please choose one of the three"],
  ])("%s %j: %s", async (field, value, message) => {
    expect(await refusalOf({ [field]: value })).toEqual({ status: 400, fields: { [field]: message } });
  });

  it("an event with more than 500 occurrences before today", async () => {
    const daily = { recurrence: "FREQ=DAILY", startDate: "2024-01-01T10:00", endDate: "2024-01-01T11:00" };
    const message = "It would already have happened over 500 times. Please choose a later start.";
    expect(await refusalOf(daily)).toEqual({ status: 400, fields: { startDate: message } });
    const yearly = {
      ...daily,
      recurrence: "FREQ=YEARLY",
      startDate: "1948-05-02T10:00",
      endDate: "1948-05-02T11:00",
    };
    expect((await plan(anna, yearly)).nextDates).toEqual(["2027-05-02T10:00"]);
  });
});

describe("how long an event can last:", () => {
  const tooLong = (message: string) => ({ status: 400, fields: { endDate: message } });

  it("a year, and not a century", async () => {
    const { endDate } = await plan(anna, { title: "Year abroad", endDate: "2027-11-25T10:00" });
    expect(endDate).toBe("2027-11-25T10:00");
    const century = { allDay: true, endDate: "2126-11-24T10:00" };
    expect(await refusalOf(century)).toEqual(tooLong("An event can last at most a year."));
  });

  it("31 days if it repeats, also after a change", async () => {
    const month = { allDay: true, startDate: "2026-12-01T00:00", endDate: "2026-12-31T00:00" };
    const { id } = await plan(anna, { title: "Advent", recurrence: "FREQ=YEARLY", ...month });
    const refused = tooLong("An event that repeats can last at most 31 days.");
    const longer = { ...month, endDate: "2027-01-01T00:00" };
    expect(await refusalOf({ ...longer, recurrence: "FREQ=DAILY" })).toEqual(refused);
    const change = { params: { id }, body: { ...dentist, ...longer } };
    expect((await anna.client.ask(changeManualEvent, change)).body).toMatchObject({ fields: refused.fields });
  });
});

describe("who is driving, who is coming", () => {
  const people = () => [
    { personId: rose.id, part: "coming" as const },
    { personId: ben.id, part: "driving" as const },
  ];

  it("is in the list and in the day, with drivers first", async () => {
    const { id } = await plan(anna, {
      startDate: "2026-12-01T10:00",
      endDate: "2026-12-01T11:00",
      people: people(),
    });
    const event = (await list()).find((one) => one.id === id);
    expect(event?.people.map(({ name, part }) => `${name} ${part}`)).toEqual(["Ben driving", "Rose coming"]);
    const shown = (await daysOf(rose, "2026-12-01")).find((one) => one.manualEventId === id);
    expect(shown?.people).toEqual([
      { name: "Ben", part: "driving" },
      { name: "Rose", part: "coming" },
    ]);
  });

  it("can only be members of the family, each once", async () => {
    const stranger = await signUp(server());
    const message = "Please choose people in your family, each only once.";
    const refused = { status: 400, fields: { people: message } };
    expect(await refusalOf({ people: [{ personId: stranger.id, part: "driving" }] })).toEqual(refused);
    const twice = [...people(), { personId: ben.id, part: "coming" }];
    expect(await refusalOf({ people: twice })).toEqual(refused);
  });

  it("loses people who have left the family", async () => {
    const { anna: admin, ben: leaving } = await reyesFamily(server());
    await plan(admin, { people: [{ personId: leaving.id, part: "driving" }] });
    const memberships = server()
      .database.kysely.deleteFrom("memberships")
      .where("person_id", "=", leaving.id);
    await server().database.kysely.deleteFrom("sessions").where("person_id", "=", leaving.id).execute();
    await memberships.execute();
    expect((await list(admin))[0]?.people).toEqual([]);
  });
});

describe("the list", () => {
  it("is sorted by what comes next, with past events last", async () => {
    const carla = await signUp(server());
    await plan(carla, { title: "Last week", startDate: "2026-11-10T10:00", endDate: "2026-11-10T11:00" });
    await plan(carla, { title: "Next month", startDate: "2026-12-10T10:00", endDate: "2026-12-10T11:00" });
    await plan(carla, {
      title: "On since Monday",
      startDate: "2026-11-16T10:00",
      endDate: "2026-11-23T11:00",
    });
    const weekly = { recurrence: "FREQ=WEEKLY", startDate: "2026-10-06T10:00", endDate: "2026-10-06T11:00" };
    await plan(carla, { title: "Every Tuesday", ...weekly });
    expect((await list(carla)).map(({ title }) => title)).toEqual([
      ...["On since Monday", "Every Tuesday", "Next month", "Last week"],
    ]);
  });
});

describe("an event that lasts", () => {
  let carla: Person;
  beforeAll(async () => {
    carla = await signUp(server());
  });

  it("past midnight is in both days, with its end on the first one", async () => {
    await plan(carla, { title: "Night train", startDate: "2027-01-05T22:00", endDate: "2027-01-06T01:00" });
    const days = await daysOf(carla, "2027-01-04", "2027-01-07");
    expect(days.map(said)).toEqual([
      "Night train 2027-01-05 22:00-01:00",
      "Night train 2027-01-06 00:00-01:00",
    ]);
    expect(days.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ["2027-01-05T22:00", "2027-01-06T01:00"],
      ["2027-01-05T22:00", "2027-01-06T01:00"],
    ]);
  });

  it("until midnight ends on its day", async () => {
    await plan(carla, { title: "Party", startDate: "2027-01-08T20:00", endDate: "2027-01-09T00:00" });
    expect((await daysOf(carla, "2027-01-08", "2027-01-09")).map(said)).toEqual([
      "Party 2027-01-08 20:00-00:00",
    ]);
  });

  it("all day has dates without times, and includes the last day", async () => {
    const typed = { allDay: true, startDate: "2027-01-12T15:00", endDate: "2027-01-13T09:00" };
    const event = await plan(carla, { title: "Visit", ...typed });
    expect(event).toMatchObject({ startDate: "2027-01-12T00:00", endDate: "2027-01-13T00:00" });
    const days = await daysOf(carla, "2027-01-11", "2027-01-14");
    expect(days.map(said)).toEqual(["Visit 2027-01-12 all day", "Visit 2027-01-13 all day"]);
    expect(days[0]?.endDate).toBe("2027-01-13T00:00");
    expect(await refusalOf({ ...typed, endDate: "2027-01-11T23:00" })).toMatchObject({ status: 400 });
  });

  it("from midnight to midnight ends on its own day, or on the second of two", async () => {
    await plan(carla, { title: "Fair", startDate: "2027-01-19T00:00", endDate: "2027-01-20T00:00" });
    expect(await daysOf(carla, "2027-01-19", "2027-01-20")).toMatchObject([
      { date: "2027-01-19", allDay: true, endDate: "2027-01-19T00:00" },
    ]);
    await plan(carla, { title: "Move", startDate: "2027-01-22T00:00", endDate: "2027-01-24T00:00" });
    expect(await daysOf(carla, "2027-01-21", "2027-01-24")).toMatchObject([
      { date: "2027-01-22", allDay: true, endDate: "2027-01-23T00:00" },
      { date: "2027-01-23", allDay: true, endDate: "2027-01-23T00:00" },
    ]);
  });

  it("for weeks is found on its last day, long after it began", async () => {
    await plan(carla, { title: "Cruise", startDate: "2027-02-01T12:00", endDate: "2027-04-30T09:00" });
    expect((await daysOf(carla, "2027-04-30")).map(said)).toEqual(["Cruise 2027-04-30 00:00-09:00"]);
  });
});

test("an event can be neither changed nor deleted by another family", async () => {
  const anna = await signUp(server());
  const carla = await signUp(server(), { name: "Carla Lee" });
  const { id } = await plan(anna);
  const body = { ...dentist, title: "Nothing" };
  expect((await carla.client.ask(changeManualEvent, { params: { id }, body })).status).toBe(404);
  expect((await carla.client.ask(deleteManualEvent, { params: { id } })).status).toBe(404);
  const events = await anna.client.call(listManualEvents);
  expect(events.map(({ title }) => title)).toEqual([dentist.title]);
});
