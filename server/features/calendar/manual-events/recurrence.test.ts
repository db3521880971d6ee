import { beforeAll, describe, expect, it } from "vitest";
import {
  addManualEvent,
  changeManualEvent,
  deleteManualEvent,
  listManualEvents,
} from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { Problem } from "#contract/problem.ts";
import { occurrencesIn, readCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { daysOf, dentist, plan } from "#tests/support/events.ts";
import { type Person, signUp, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// Today is Friday, 2026-11-20.
const server = useServer();

let anna: Person;
beforeAll(async () => {
  anna = await signUp(server());
});

/** The first days of an event that starts at ten on `day`. */
async function nextDays(recurrence: string, day = "2026-11-24", count = 4): Promise<string[]> {
  const event = await plan(anna, { recurrence, startDate: `${day}T10:00`, endDate: `${day}T11:00` });
  return event.nextDates.slice(0, count).map((date) => date.slice(0, 10));
}

describe("an event repeats", () => {
  it.each([
    ["every day", "FREQ=DAILY", ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"]],
    ["every third day", "FREQ=DAILY;INTERVAL=3", ["2026-11-24", "2026-11-27", "2026-11-30", "2026-12-03"]],
    [
      "every week on its own weekday",
      "FREQ=WEEKLY",
      ["2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15"],
    ],
    [
      "every second week on two weekdays",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
      ["2026-11-24", "2026-11-26", "2026-12-08", "2026-12-10"],
    ],
    ["every month on its own day", "FREQ=MONTHLY", ["2026-11-24", "2026-12-24", "2027-01-24", "2027-02-24"]],
    [
      "every month on the fourth Tuesday",
      "FREQ=MONTHLY;BYDAY=4TU",
      ["2026-11-24", "2026-12-22", "2027-01-26", "2027-02-23"],
    ],
    [
      "every month on the last Tuesday",
      "FREQ=MONTHLY;BYDAY=-1TU",
      ["2026-11-24", "2026-12-29", "2027-01-26", "2027-02-23"],
    ],
    ["every year", "FREQ=YEARLY", ["2026-11-24", "2027-11-24"]],
    ["until a day, that day included", "FREQ=DAILY;UNTIL=20261125", ["2026-11-24", "2026-11-25"]],
    ["a number of times", "FREQ=DAILY;COUNT=2", ["2026-11-24", "2026-11-25"]],
    ["until an instant", "FREQ=DAILY;UNTIL=20261125T235959Z", ["2026-11-24", "2026-11-25"]],
    ["until an instant before its hour", "FREQ=DAILY;UNTIL=20261126T145959Z", ["2026-11-24", "2026-11-25"]],
    ["until a time of the family's clock", "FREQ=DAILY;UNTIL=20261125T100000", ["2026-11-24", "2026-11-25"]],
    ["on weekdays of a daily rule", "FREQ=DAILY;BYDAY=TU,FR;COUNT=2", ["2026-11-24", "2026-11-27"]],
    [
      "on the last working day of the month",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3",
      ["2026-11-24", "2026-11-30", "2026-12-31"],
    ],
    [
      "on the fourth Thursday of November",
      "FREQ=YEARLY;BYMONTH=11;BYDAY=+4TH;COUNT=2",
      ["2026-11-24", "2026-11-26"],
    ],
    ["on a day of the year", "FREQ=YEARLY;BYYEARDAY=-1;COUNT=2", ["2026-11-24", "2026-12-31"]],
    ["in a week of the year", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=2", ["2026-11-24", "2026-12-28"]],
    [
      "every second week, where weeks begin on Sunday",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=3",
      ["2026-11-24", "2026-12-06", "2026-12-08"],
    ],
  ])("%s", async (_, recurrence, days) => {
    expect(await nextDays(recurrence)).toEqual(days);
  });

  it("leaving out months without such a day", async () => {
    expect(await nextDays("FREQ=MONTHLY", "2026-12-31", 3)).toEqual([
      "2026-12-31",
      "2027-01-31",
      "2027-03-31",
    ]);
  });

  it("also on its start day, whatever its rule says; home, week and apps agree", async () => {
    const carla = await signUp(server());
    const event = await plan(carla, { recurrence: "FREQ=WEEKLY;BYDAY=TH;COUNT=3" });
    const days = ["2026-11-24", "2026-11-26", "2026-12-03"];
    expect(event.nextDates).toEqual(days.map((day) => `${day}T10:00`));
    expect((await daysOf(carla, "2026-11-24"))[0]?.title).toBe("Dentist");
    expect((await daysOf(carla, "2026-11-20", "2026-12-20")).map(({ date }) => date)).toEqual(days);
    const calendar = await readCalendar(server(), await subscribe(carla));
    expect(occurrencesIn(calendar, "2026-11-20", "2026-12-20")).toEqual(
      days.map((day) => `Dentist ${day}T10:00 ${day}T11:00`),
    );
  });

  it("several times a day, and each occurrence can be canceled or changed by itself", async () => {
    const carla = await signUp(server());
    const rule = "FREQ=DAILY;BYHOUR=10,18;BYMINUTE=0,30;UNTIL=20261125T233000Z";
    const { id, recurrence } = await plan(carla, { title: "Pills", recurrence: rule });
    expect(recurrence).toBe("FREQ=DAILY;BYHOUR=10,18;BYMINUTE=0,30;UNTIL=20261125T183000");
    const one = (occurrence: string) => ({ params: { id }, query: { occurrence } });
    await carla.client.call(deleteManualEvent, one("2026-11-24T18:00"));
    const body = { ...dentist, startDate: "2026-11-25T12:00", endDate: "2026-11-25T13:00" };
    await carla.client.call(changeManualEvent, { ...one("2026-11-25T10:30"), body });
    const shown = await daysOf(carla, "2026-11-24", "2026-11-27");
    expect(shown.map(({ date, startTime, title }) => `${date.slice(8)} ${startTime} ${title}`)).toEqual([
      ...["24 10:00 Pills", "24 10:30 Pills", "24 18:30 Pills"],
      ...["25 10:00 Pills", "25 12:00 Dentist", "25 18:00 Pills", "25 18:30 Pills"],
    ]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(7);
    const calendar = await readCalendar(server(), await subscribe(carla));
    expect(occurrencesIn(calendar, "2026-11-24", "2026-11-27")).toEqual(
      shown.map(({ title, startDate, endDate }) => `${title} ${startDate} ${endDate}`).sort(),
    );
  });

  it("with a rule that is stored in normalized form", async () => {
    const { recurrence } = await plan(anna, { recurrence: "RRULE:byday=TU,TH;freq=weekly;interval=1" });
    expect(recurrence).toBe("FREQ=WEEKLY;BYDAY=TU,TH");
  });

  it("no longer once its rule is removed", async () => {
    const { id } = await plan(anna, { recurrence: "FREQ=DAILY" });
    const once = await anna.client.call(changeManualEvent, {
      params: { id },
      body: { ...dentist, recurrence: null },
    });
    expect(once.nextDates).toEqual(["2026-11-24T10:00"]);
  });
});

async function refusalOf(recurrence: string, typed: { allDay?: boolean } = {}) {
  const { status, body } = await anna.client.ask(addManualEvent, {
    body: { ...dentist, ...typed, recurrence },
  });
  return { status, fields: Problem.parse(body).fields };
}

const message = "Calendars don't understand this rule (RFC 5545). Please check how it repeats.";
const notUnderstood = { status: 400, fields: { recurrence: message } };

describe("an invalid RFC 5545 rule", () => {
  it.each([
    ...["garbage", "FREQ=", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=2=3", "FREQ=WEEKLY;BYDAY="],
    ...[
      "FREQ=DAILY;FREQ=WEEKLY",
      "FREQ=WEEKLY;BYDAY=1TU",
      "FREQ=MONTHLY;BYDAY=0TU",
      "FREQ=MONTHLY;BYSETPOS=1",
    ],
    ...["FREQ=DAILY;COUNT=2;UNTIL=20261231", "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYYEARDAY=1"],
    ...["FREQ=MONTHLY;BYWEEKNO=1", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", "FREQ=DAILY;UNTIL=20261350T000000Z"],
    ...["FREQ=DAILY;UNTIL=20261301", "FREQ=DAILY;UNTIL=20260231", "FREQ=DAILY;UNTIL=99999999"],
    ...["DTSTART=20261122;FREQ=DAILY", "FREQ=YEARLY;RSCALE=HEBREW", "FREQ=DAILY;BYHOUR=24"],
  ])("%s is refused in plain words", async (recurrence) => {
    expect(await refusalOf(recurrence)).toEqual(notUnderstood);
  });

  it("that ends on a day that doesn't exist is refused for an all-day event, too", async () => {
    const until = "FREQ=DAILY;UNTIL=20270231T000000Z";
    expect(await refusalOf(until, { allDay: true })).toEqual(notUnderstood);
  });

  it.each([
    ["FREQ=HOURLY", "Events repeat daily, weekly, monthly or yearly. Please choose one of them."],
    [
      "FREQ=DAILY;BYHOUR=8,9,10,11,12;BYMINUTE=0,10,20,30,40",
      "An event can repeat at most 24 times a day. Please choose fewer times.",
    ],
    ["FREQ=DAILY;BYSECOND=30", "Events start on a whole minute. Please leave out BYSECOND."],
    [
      "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2",
      "With this rule, it would never happen. Please check how it repeats.",
    ],
  ])("%s is refused with its reason", async (recurrence, message) => {
    expect(await refusalOf(recurrence)).toEqual({ status: 400, fields: { recurrence: message } });
  });

  it.each([
    "FREQ=DAILY;UNTIL=20261123",
    "FREQ=WEEKLY;BYDAY=TH;UNTIL=20261125",
    "FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20261125",
  ])("%s would end before it begins", async (recurrence) => {
    const message = "It would end before it begins. Please choose a later last day.";
    expect(await refusalOf(recurrence)).toEqual({ status: 400, fields: { recurrence: message } });
  });
});

describe("how far ahead repeating events are expanded", () => {
  const rows = async (id: number) => {
    const occurrences = server()
      .database.kysely.selectFrom("manual_event_occurrences")
      .select("starts_on_clock")
      .where("manual_event_id", "=", id);
    return (await occurrences.execute()).length;
  };

  it("400 days; a look further ahead expands more", async () => {
    const carla = await signUp(server());
    const { id } = await plan(carla, { recurrence: "FREQ=DAILY" });
    expect(await rows(id)).toBeLessThan(400);
    const far = await daysOf(carla, "2028-11-20", "2028-11-26");
    expect(far).toHaveLength(7);
    expect(await rows(id)).toBeGreaterThan(730);
  });

  it("with a limit, so that nobody can fill the disk by looking centuries ahead", async () => {
    const carla = await signUp(server());
    const { id } = await plan(carla, { recurrence: "FREQ=DAILY" });
    for (const year of ["2035", "2999", "9999"]) expect(await daysOf(carla, `${year}-11-20`)).toEqual([]);
    expect(await rows(id)).toBeLessThan(1_100);
  });

  it("a family that comes back after two years finds its days as before", async () => {
    const carla = await signUp(server());
    await plan(carla, { recurrence: "FREQ=DAILY" });
    const { clock } = server();
    await staySignedIn(server());
    clock.advance(800 * dayMs);
    const [event] = await carla.client.call(listManualEvents);
    expect(event?.nextDates).toHaveLength(8);
    expect(await daysOf(carla, "2029-01-29")).toHaveLength(1);
    clock.advance(-800 * dayMs);
  });

  it("twenty people who look at once see the same", async () => {
    const carla = await signUp(server());
    await plan(carla, { recurrence: "FREQ=DAILY" });
    const looks = Array.from({ length: 20 }, () => daysOf(carla, "2028-05-01", "2028-05-31"));
    for (const days of await Promise.all(looks)) expect(days).toHaveLength(31);
  });
});
