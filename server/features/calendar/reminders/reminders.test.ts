import { beforeAll, describe, expect, test, vi } from "vitest";
import { changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { getReminders } from "#contract/calendar/reminders.ts";
import { hourMs } from "#contract/durations.ts";
import { leaveFamily, removeMember } from "#contract/families.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { dentist, moveTo, plan } from "#tests/support/events.ts";
import { join, type Person, reyesFamily, signUp, staySignedIn } from "#tests/support/people.ts";
import { advanceClockTo, anHourBefore, choose, messagesTo } from "#tests/support/reminders.ts";
import { useServer } from "#tests/support/server.ts";
import { reminderChecks } from "./reminder-checks.ts";

const server = useServer();
const messagesOf = (person: Person) => messagesTo(server(), person);
const at = (clockTime: string, timeZone?: string) => advanceClockTo(server(), clockTime, timeZone);

/** A person with reminders turned on, in a new family, on the day before the dentist. */
async function listener(choice: Partial<typeof anHourBefore> = {}): Promise<Person> {
  await at("2026-11-23T09:00");
  const anna = await signUp(server());
  await choose(anna, choice);
  return anna;
}
const change = (anna: Person, id: number, typed: Partial<typeof dentist>, occurrence?: string) =>
  anna.client.call(changeManualEvent, {
    params: { id },
    body: { ...dentist, ...typed },
    ...(occurrence && { query: { occurrence } }),
  });
const cancel = (anna: Person, id: number) => anna.client.call(deleteManualEvent, { params: { id } });

const inAnHour = "Dentist is today at 10:00 AM. Where: Mill Street.";

describe("a reminder", () => {
  test("is off until somebody turns it on, and offers the channels that reach them", async () => {
    const anna = await signUp(server());
    expect(await anna.client.call(getReminders)).toEqual({ ...anHourBefore, isOn: false, channels: ["sms"] });
    await choose(anna, { leadTime: "10-minutes", categories: ["kids"] });
    expect(await anna.client.call(getReminders)).toMatchObject({
      isOn: true,
      leadTime: "10-minutes",
      categories: ["kids"],
    });
  });

  test("over a channel that cannot reach the person is refused in plain words", async () => {
    const anna = await signUp(server());
    const refused = await choose(anna, { channel: "email" });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { channel: expect.stringContaining("e-mail") } },
    });
    expect((await choose(anna, { channel: "push" })).status).toBe(400);
    expect((await choose(anna, { categories: [] })).status).toBe(400);
  });

  test("goes out an hour before, once", async () => {
    const anna = await listener();
    await plan(anna);
    await at("2026-11-24T08:59");
    expect(messagesOf(anna)).toEqual([]);
    await at("2026-11-24T09:00");
    await at("2026-11-24T09:01");
    await at("2026-11-24T09:59");
    expect(messagesOf(anna)).toEqual([inAnHour]);
  });

  test("goes out ten minutes before, or at six on the evening before", async () => {
    const [anna, ben] = [
      await listener({ leadTime: "10-minutes" }),
      await listener({ leadTime: "evening-before" }),
    ];
    await Promise.all([plan(anna), plan(ben)]);
    await at("2026-11-23T18:00");
    expect([messagesOf(anna), messagesOf(ben)]).toEqual([
      [],
      ["Dentist is tomorrow at 10:00 AM. Where: Mill Street."],
    ]);
    await at("2026-11-24T09:50");
    expect([messagesOf(anna), messagesOf(ben)]).toEqual([[inAnHour], [expect.any(String)]]);
  });

  test("for an all-day event goes out in the morning", async () => {
    const anna = await listener();
    await plan(anna, { title: "Rose's birthday", allDay: true, endDate: dentist.startDate });
    await at("2026-11-24T07:59");
    expect(messagesOf(anna)).toEqual([]);
    await at("2026-11-24T08:00");
    expect(messagesOf(anna)).toEqual(["Rose's birthday is today. Where: Mill Street."]);
  });

  test("goes out at once for an event planned at short notice, and never for a past one", async () => {
    const anna = await listener();
    await at("2026-11-24T09:30");
    await plan(anna);
    await plan(anna, { title: "Breakfast", startDate: "2026-11-24T09:00", endDate: "2026-11-24T09:45" });
    await at("2026-11-24T09:31");
    await at("2026-11-24T10:00");
    expect(messagesOf(anna)).toEqual([inAnHour]);
  });

  test("does not go out for what was due before it was turned on", async () => {
    const anna = await listener({ isOn: false });
    await plan(anna);
    await at("2026-11-24T09:10");
    await choose(anna);
    await at("2026-11-24T09:11");
    expect(messagesOf(anna)).toEqual([]);
  });

  test("goes out for each date of a repeating event, and only for the chosen categories", async () => {
    const anna = await listener({ categories: ["appointment"] });
    await plan(anna, { category: "appointment", recurrence: "FREQ=DAILY" });
    await plan(anna, { title: "Soccer", category: "kids" });
    for (const day of ["24", "25", "26"]) await at(`2026-11-${day}T09:00`);
    expect(messagesOf(anna)).toEqual([inAnHour, inAnHour, inAnHour]);
  });
});

describe("a reminder on the evening before, around a change of the clocks,", () => {
  test.each([
    ["2026-11-01T00:30", "2026-10-31"],
    ["2026-11-01T10:00", "2026-10-31"],
    ["2026-11-01T23:30", "2026-10-31"],
    ["2026-11-02T00:30", "2026-11-01"],
    ["2026-11-02T23:30", "2026-11-01"],
    ["2027-03-14T00:30", "2027-03-13"],
    ["2027-03-14T10:00", "2027-03-13"],
    ["2027-03-14T23:30", "2027-03-13"],
    ["2027-03-15T00:30", "2027-03-14"],
    ["2027-03-15T23:30", "2027-03-14"],
  ])("of an event at %s goes out at six on %s", async (startDate, evening) => {
    await at(Temporal.PlainDate.from(evening).subtract({ days: 2 }).toString());
    const anna = await signUp(server());
    await choose(anna, { leadTime: "evening-before" });
    const endDate = Temporal.PlainDateTime.from(startDate).add({ minutes: 15 }).toString().slice(0, 16);
    await plan(anna, { startDate, endDate });
    await at(`${evening}T17:59:59`);
    expect(messagesOf(anna)).toEqual([]);
    await at(`${evening}T18:00`);
    expect(messagesOf(anna)).toEqual([expect.stringMatching(/^Dentist is tomorrow at /)]);
  });
});

describe("an event that changes after its reminder", () => {
  test("causes one more message when it moves on the same day", async () => {
    const anna = await listener();
    const { id } = await plan(anna);
    await at("2026-11-24T09:00");
    await change(anna, id, { startDate: "2026-11-24T15:00", endDate: "2026-11-24T16:00" });
    await at("2026-11-24T09:05");
    await at("2026-11-24T14:00");
    expect(messagesOf(anna)).toEqual([inAnHour, "Dentist is now at 3:00 PM. Where: Mill Street."]);
  });

  test("causes one more message when it moves to another day, and a reminder on that day", async () => {
    const anna = await listener();
    const { id } = await plan(anna);
    await at("2026-11-24T09:00");
    await change(anna, id, { startDate: "2026-12-02T15:00", endDate: "2026-12-02T16:00" });
    await at("2026-11-24T09:05");
    await at("2026-12-02T14:00");
    expect(messagesOf(anna)).toEqual([
      inAnHour,
      "Dentist is now on Wednesday, December 2 at 3:00 PM. Where: Mill Street.",
      "Dentist is today at 3:00 PM. Where: Mill Street.",
    ]);
  });

  test("is found where it moved to even if nobody could read all of the year's days at once", async () => {
    const anna = await listener({ categories: ["appointment"] });
    const month = { startDate: "2026-11-01T10:00", endDate: "2026-12-02T10:00" };
    for (let count = 0; count < 4; count += 1) await plan(anna, { ...month, recurrence: "FREQ=DAILY" });
    const { id } = await plan(anna, { category: "appointment" });
    await at("2026-11-24T09:00");
    await change(anna, id, { startDate: "2026-12-02T15:00", endDate: "2026-12-02T16:00" });
    await at("2026-11-24T09:05");
    const moved = "Dentist is now on Wednesday, December 2 at 3:00 PM. Where: Mill Street.";
    expect(messagesOf(anna)).toEqual([inAnHour, moved]);
  });

  test("that moves before its reminder causes one reminder, at its new time", async () => {
    const anna = await listener();
    const { id } = await plan(anna);
    await at("2026-11-24T08:00");
    await change(anna, id, { startDate: "2026-11-24T15:00", endDate: "2026-11-24T16:00" });
    await at("2026-11-24T09:00");
    await at("2026-11-24T14:00");
    expect(messagesOf(anna)).toEqual(["Dentist is today at 3:00 PM. Where: Mill Street."]);
  });

  test.each(["1-hour", "evening-before"] as const)(
    "causes one message when a single date of a series moves, for reminders at %s",
    async (leadTime) => {
      const anna = await listener({ leadTime });
      const { id } = await plan(anna, { recurrence: "FREQ=DAILY" });
      await at("2026-11-23T18:00");
      await at("2026-11-24T09:00");
      await change(
        anna,
        id,
        { startDate: "2026-11-24T15:00", endDate: "2026-11-24T16:00" },
        dentist.startDate,
      );
      await at("2026-11-24T09:05");
      await at("2026-11-24T14:00");
      expect(messagesOf(anna)).toEqual([
        expect.stringMatching(/^Dentist is to(day|morrow) at 10:00 AM\./),
        "Dentist is now at 3:00 PM. Where: Mill Street.",
      ]);
    },
  );

  test("causes a message when it is canceled", async () => {
    const anna = await listener();
    const { id } = await plan(anna);
    await at("2026-11-24T09:00");
    await cancel(anna, id);
    await at("2026-11-24T09:05");
    await at("2026-11-24T09:30");
    expect(messagesOf(anna)).toEqual([inAnHour, "Dentist today at 10:00 AM is canceled."]);
  });

  test("that is canceled before its reminder causes no message", async () => {
    const anna = await listener();
    const { id } = await plan(anna);
    await at("2026-11-24T08:00");
    await cancel(anna, id);
    await at("2026-11-24T09:00");
    expect(messagesOf(anna)).toEqual([]);
  });
});

describe("at night", () => {
  test("nothing is sent: early reminders go out the evening before, or when the night ends", async () => {
    const anna = await listener();
    await plan(anna, { title: "Flight", startDate: "2026-11-24T06:00", endDate: "2026-11-24T09:00" });
    await plan(anna, { title: "Walk", startDate: "2026-11-24T07:45", endDate: "2026-11-24T08:30" });
    await at("2026-11-23T20:29");
    expect(messagesOf(anna)).toEqual([]);
    await at("2026-11-23T20:30");
    const flight = "Flight is tomorrow at 6:00 AM. Where: Mill Street.";
    expect(messagesOf(anna)).toEqual([flight]);
    await at("2026-11-24T06:59");
    expect(messagesOf(anna)).toEqual([flight]);
    await at("2026-11-24T07:00");
    expect(messagesOf(anna)).toEqual([flight, "Walk is today at 7:45 AM. Where: Mill Street."]);
  });

  test.each([
    ["21:59", "2026-11-24T20:59"],
    ["22:00", "2026-11-24T20:30"],
    ["08:00", "2026-11-24T07:00"],
    ["07:59", "2026-11-24T07:00"],
    ["07:15", "2026-11-24T07:00"],
    ["07:14", "2026-11-23T20:30"],
  ])("a reminder an hour before an event at %s goes out at %s", async (time, sent) => {
    const anna = await listener();
    await plan(anna, { startDate: `2026-11-24T${time}`, endDate: "2026-11-24T23:00" });
    const second = Temporal.PlainDateTime.from(sent).subtract({ seconds: 1 });
    await at(second.toString());
    expect(messagesOf(anna)).toEqual([]);
    await at(sent);
    expect(messagesOf(anna)).toHaveLength(1);
  });

  test("a reminder ten minutes before goes out anyway", async () => {
    const anna = await listener({ leadTime: "10-minutes" });
    await plan(anna, { title: "Flight", startDate: "2026-11-24T06:00", endDate: "2026-11-24T09:00" });
    await at("2026-11-24T05:50");
    expect(messagesOf(anna)).toEqual(["Flight is today at 6:00 AM. Where: Mill Street."]);
  });

  test("a change is announced in the morning", async () => {
    const anna = await listener({ leadTime: "evening-before" });
    const { id } = await plan(anna);
    await at("2026-11-23T18:00");
    await at("2026-11-23T22:00");
    await change(anna, id, { startDate: "2026-11-24T11:00", endDate: "2026-11-24T12:00" });
    await at("2026-11-23T22:01");
    expect(messagesOf(anna)).toHaveLength(1);
    await at("2026-11-24T07:00");
    expect(messagesOf(anna).slice(1)).toEqual(["Dentist is now at 11:00 AM. Where: Mill Street."]);
  });
});

describe("reminders", () => {
  test("go only to people who turned them on, and to no other family", async () => {
    await at("2026-11-23T09:00");
    const { anna, ben, rose } = await reyesFamily(server());
    const carla = await listener();
    await choose(rose);
    await plan(anna);
    await at("2026-11-24T09:00");
    expect([messagesOf(rose), messagesOf(anna), messagesOf(ben), messagesOf(carla)]).toEqual([
      [inAnHour],
      [],
      [],
      [],
    ]);
  });

  test("stop once the person has left, was removed, or has turned them off", async () => {
    await at("2026-11-23T09:00");
    const { anna, ben, rose } = await reyesFamily(server());
    const dora = await join(server(), anna, "child", "Dora");
    for (const person of [anna, ben, rose, dora]) await choose(person);
    await plan(anna);
    await ben.client.call(leaveFamily);
    await anna.client.call(removeMember, { params: { id: rose.id } });
    await choose(dora, { isOn: false });
    await at("2026-11-24T09:00");
    expect([messagesOf(anna), messagesOf(ben), messagesOf(rose), messagesOf(dora)]).toEqual([
      [inAnHour],
      [],
      [],
      [],
    ]);
  });
});

describe("when the clocks change", () => {
  beforeAll(() => staySignedIn(server()));

  /** The clocks go forward from 2 to 3, or back from 2 to 1. */
  async function earlyBird(day: string, start: string, end: string): Promise<Person> {
    await at(`${day}T00:30`);
    const anna = await signUp(server());
    await choose(anna, { leadTime: "10-minutes" });
    await plan(anna, { startDate: `${day}T${start}`, endDate: `${day}T${end}` });
    return anna;
  }

  test("forward, ten minutes before stays ten minutes before", async () => {
    const anna = await earlyBird("2027-03-14", "03:00", "04:00");
    await at("2027-03-14T01:49");
    expect(messagesOf(anna)).toEqual([]);
    await at("2027-03-14T01:50");
    expect(messagesOf(anna)).toEqual(["Dentist is today at 3:00 AM. Where: Mill Street."]);
  });

  test("back, it is ten minutes before, without an extra hour", async () => {
    const anna = await earlyBird("2027-11-07", "02:05", "03:00");
    await at("2027-11-07T01:55");
    expect(messagesOf(anna)).toEqual([]);
    await at("2027-11-07T06:55", "UTC");
    expect(messagesOf(anna)).toEqual(["Dentist is today at 2:05 AM. Where: Mill Street."]);
  });

  test("a family that moves to another zone gets its reminders in the new local time", async () => {
    const anna = await listener();
    await plan(anna);
    await moveTo(server(), anna, "America/Los_Angeles");
    await at("2026-11-24T09:00");
    expect(messagesOf(anna)).toEqual([]);
    await at("2026-11-24T09:00", "America/Los_Angeles");
    expect(messagesOf(anna)).toEqual([inAnHour]);
  });
});

describe("members who are due together", () => {
  test("are checked together, reading the day of a family once, and not again for half a day", async () => {
    await at("2027-12-01T09:00");
    const { anna, ben } = await reyesFamily(server());
    const { database, clock, world } = server();
    await database.kysely.deleteFrom("reminder_choices").execute();
    for (const person of [anna, ben]) await choose(person);
    const reads = vi.spyOn(database.reads, "selectFrom");
    const transactions = vi.spyOn(database.kysely, "transaction");
    await runDue(world, reminderChecks);
    const ofDays = reads.mock.calls.filter(([from]) => from === "subscribed_calendars as c");
    expect([ofDays.length, transactions.mock.calls.length]).toEqual([1, 0]);
    for (const spy of [reads, transactions]) spy.mockRestore();
    const choices = database.kysely.selectFrom("reminder_choices").select("check_at");
    for (const { check_at } of await choices.where("family_id", "=", anna.familyId).execute())
      expect(check_at.getTime() - clock.now().getTime()).toBeGreaterThan(11 * hourMs);
  });

  test("get their reminders even if one of them cannot be checked", async () => {
    await at("2028-01-10T09:00");
    const [nora, anna] = [await signUp(server(), { name: "Nora" }), await signUp(server())];
    for (const person of [nora, anna]) {
      await choose(person);
      await plan(person, { startDate: "2028-01-11T10:00", endDate: "2028-01-11T11:00" });
    }
    await moveTo(server(), nora, "Nowhere");
    await at("2028-01-11T09:00");
    expect(messagesOf(anna)).toEqual([inAnHour]);
    await moveTo(server(), nora, "America/New_York");
  });
});
