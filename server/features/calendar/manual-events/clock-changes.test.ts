// Events keep their local time through clock changes.
import { describe, expect, it } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { daysOf, dentist, moveTo, plan, said } from "#tests/support/events.ts";
import { type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

async function familyIn(timeZone: string): Promise<Person> {
  const anna = await signUp(server());
  await moveTo(server(), anna, timeZone);
  return anna;
}

interface Change {
  timeZone: string;
  /** The days on which the clocks go forward and back, the skipped time, and the repeated time. */
  forward: string;
  skipped: string;
  shownInstead: string;
  back: string;
  twice: string;
}
const changes: Change[] = [
  {
    timeZone: "America/New_York",
    forward: "2027-03-14",
    skipped: "02:30",
    shownInstead: "03:30",
    back: "2027-11-07",
    twice: "01:30",
  },
  {
    timeZone: "Europe/London",
    forward: "2027-03-28",
    skipped: "01:30",
    shownInstead: "02:30",
    back: "2027-10-31",
    twice: "01:30",
  },
  {
    // Lord Howe changes its clocks by half an hour.
    timeZone: "Australia/Lord_Howe",
    forward: "2027-10-03",
    skipped: "02:15",
    shownInstead: "02:45",
    back: "2027-04-04",
    twice: "01:45",
  },
];

describe.each(changes)("in $timeZone", ({ timeZone, forward, skipped, shownInstead, back, twice }) => {
  it("a weekly event keeps its local time over both changes", async () => {
    const anna = await familyIn(timeZone);
    await plan(anna, {
      recurrence: "FREQ=DAILY",
      startDate: "2027-02-01T10:00",
      endDate: "2027-02-01T11:00",
    });
    for (const day of [forward, back])
      expect((await daysOf(anna, day)).map(said)).toEqual([`Dentist ${day} 10:00-11:00`]);
  });

  it("an event that spans a change ends at its local time", async () => {
    const anna = await familyIn(timeZone);
    for (const day of [forward, back]) {
      await plan(anna, { startDate: `${day}T00:30`, endDate: `${day}T06:00` });
      expect((await daysOf(anna, day)).map(said)).toEqual([`Dentist ${day} 00:30-06:00`]);
    }
  });

  it("a skipped time is refused, and a repeated one is accepted", async () => {
    const anna = await familyIn(timeZone);
    const typed = { startDate: `${forward}T${skipped}`, endDate: `${forward}T08:00` };
    const { status, body } = await anna.client.ask(addManualEvent, { body: { ...dentist, ...typed } });
    const message = "The clocks go forward and skip this time. Please choose another one.";
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { startDate: message } } });
    await plan(anna, { startDate: `${back}T${twice}`, endDate: `${back}T08:00` });
    expect((await daysOf(anna, back)).map(said)).toEqual([`Dentist ${back} ${twice}-08:00`]);
  });

  it("an event that repeats at a skipped time is shown at the shifted time, on that day only", async () => {
    const anna = await familyIn(timeZone);
    const dayBefore = new Date(Date.parse(forward) - dayMs).toISOString().slice(0, 10);
    const typed = { startDate: `${dayBefore}T${skipped}`, endDate: `${dayBefore}T08:00` };
    await plan(anna, { ...typed, recurrence: "FREQ=DAILY" });
    const days = await daysOf(anna, dayBefore, forward);
    expect(days.map(({ startTime }) => startTime)).toEqual([skipped, shownInstead]);
  });

  it("today begins at the family's midnight on the day of a change, too", async () => {
    const anna = await familyIn(timeZone);
    const allDay = {
      allDay: true,
      recurrence: "FREQ=DAILY",
      startDate: "2027-02-01T00:00",
      endDate: "2027-02-01T00:00",
    };
    await plan(anna, allDay);
    const { clock, database } = server();
    // Keeps everybody signed in while the clock advances.
    await database.kysely
      .updateTable("sessions")
      .set({ expires_at: new Date("2030-01-01") })
      .execute();
    const start = clock.now().getTime();
    for (const day of [forward, back]) {
      const midnight = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
      const next = midnight.add({ days: 1 });
      clock.advance(midnight.epochMilliseconds - clock.now().getTime());
      await staySignedIn(server());
      const today = async () => (await anna.client.call(listCalendarEvents)).map(({ date }) => date);
      expect(await today()).toEqual([day]);
      clock.advance(next.epochMilliseconds - midnight.epochMilliseconds - 1);
      expect(await today()).toEqual([day]);
    }
    clock.advance(start - clock.now().getTime());
  });
});

describe("an instant with its offset", () => {
  it("becomes a local time in the family's zone, to the minute", async () => {
    const anna = await signUp(server());
    const event = await plan(anna, {
      startDate: "2026-11-24T15:00:59.999Z",
      endDate: "2026-11-24T17:30:00+01:00",
    });
    expect(event).toMatchObject({ startDate: "2026-11-24T10:00", endDate: "2026-11-24T11:30" });
    const local = await plan(anna, { startDate: "2026-11-24T10:00:59", endDate: "2026-11-24T11:00:30.5" });
    expect(local).toMatchObject({ startDate: "2026-11-24T10:00", endDate: "2026-11-24T11:00" });
  });

  it("in the repeated hour keeps the length of the event", async () => {
    const anna = await signUp(server());
    const hour = { startDate: "2026-11-01T05:30:00Z", endDate: "2026-11-01T06:15:00Z" };
    expect(await plan(anna, hour)).toMatchObject({
      startDate: "2026-11-01T01:30",
      endDate: "2026-11-01T02:15",
    });
  });
});

it("in Nuuk a nightly event at 23:00 is on Sunday in the night in which the clocks skip it", async () => {
  const anna = await familyIn("America/Nuuk");
  await plan(anna, {
    recurrence: "FREQ=DAILY",
    startDate: "2027-03-25T23:00",
    endDate: "2027-03-25T23:30",
  });
  expect((await daysOf(anna, "2027-03-26")).map(said)).toEqual(["Dentist 2027-03-26 23:00-23:30"]);
  expect((await daysOf(anna, "2027-03-27")).map(said)).toEqual([]);
  expect((await daysOf(anna, "2027-03-28")).map(said)).toEqual([
    "Dentist 2027-03-28 00:00-00:30",
    "Dentist 2027-03-28 23:00-23:30",
  ]);
  expect((await daysOf(anna, "2027-03-29")).map(said)).toEqual(["Dentist 2027-03-29 23:00-23:30"]);
});
