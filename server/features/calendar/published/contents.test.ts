// Apps get what the family's day shows: titles, times, deleted dates, changed dates.
import fc from "fast-check";
import { expect, it } from "vitest";
import { addManualEvent, changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { minuteMs } from "#contract/durations.ts";
import { eventsOf, occurrencesIn, readCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { daysOf, dentist, moveTo, plan, type TypedEvent } from "#tests/support/events.ts";
import { inLong } from "#tests/support/long-form.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// Today is Friday, 2026-11-20.
const server = useServer();

/** Every zone has clock changes in that period. */
const weeks = [
  ["2026-10-20", "2026-11-29"],
  ["2027-03-08", "2027-04-12"],
] as const;

async function shownIn(person: Person, from: string, to: string): Promise<string[]> {
  const parts = await daysOf(person, from, to);
  const whole = parts.map(({ title, startDate, endDate }) => `${title} ${startDate} ${endDate}`);
  return [...new Set(whole)].sort();
}

async function expectTheSame(person: Person): Promise<void> {
  const calendar = await readCalendar(server(), await subscribe(person));
  for (const [from, to] of weeks)
    expect(occurrencesIn(calendar, from, to)).toEqual(await shownIn(person, from, to));
}

const timeZones = [
  ...["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Asia/Kolkata"],
] as const;

const rules = fc.constantFrom(
  ...["FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;UNTIL=20270320", "FREQ=WEEKLY"],
  ...["FREQ=WEEKLY;BYDAY=SA,SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;UNTIL=20270404", "FREQ=MONTHLY"],
  ...["FREQ=MONTHLY;BYDAY=-1SU", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY"],
);

const text = (time: number) => new Date(time).toISOString().slice(0, 16);

/** Many times are at night, when clocks change. */
const plans: fc.Arbitrary<Partial<TypedEvent>> = fc
  .record({
    day: fc.integer({ min: 0, max: 60 }),
    start: fc.oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 95 })),
    length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 90, max: 400 })),
    allDay: fc.boolean(),
    recurrence: fc.option(rules, { nil: null }),
  })
  .map(({ day, start, length, ...rest }) => {
    const starts = Date.parse("2026-10-15T00:00Z") + (day * 96 + start) * 15 * minuteMs;
    return { startDate: text(starts), endDate: text(starts + length * 15 * minuteMs), ...rest };
  });

const fates = fc.constantFrom("left out", "moved", "all day", "kept");
type Fate = "left out" | "moved" | "all day" | "kept";

async function meet(anna: Person, id: number, occurrence: string, fate: Fate): Promise<void> {
  const parts = { params: { id }, query: { occurrence } };
  if (fate === "left out") await anna.client.call(deleteManualEvent, parts);
  if (fate === "kept" || fate === "left out") return;
  const starts = Date.parse(`${occurrence}Z`) + 95 * minuteMs;
  const times = { startDate: text(starts), endDate: text(starts + 50 * minuteMs) };
  const body = { ...dentist, ...times, title: `Another time for ${id}`, allDay: fate === "all day" };
  await anna.client.ask(changeManualEvent, { ...parts, body });
}

/** The long form plans 300 new families. The short form always plans the same ones. */
const runs = inLong({ numRuns: 300 }, { numRuns: 12, seed: 20261120 });

it("whatever a family plans, calendar apps show it exactly when the day does", {
  timeout: 240_000,
}, async () => {
  const planned = fc.array(fc.tuple(plans, fates), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(planned, fc.constantFrom(...timeZones), async (list, timeZone) => {
    const anna = await signUp(server());
    await moveTo(server(), anna, timeZone);
    for (const [index, [typed, fate]] of list.entries()) {
      const { status, body } = await anna.client.ask(addManualEvent, {
        body: { ...dentist, ...typed, title: `Event ${index}` },
      });
      const [, second] = status === 201 ? body.nextDates : [];
      if (typed.recurrence && second) await meet(anna, body.id, second, fate);
    }
    await expectTheSame(anna);
  });
  await fc.assert(property, runs);
});

// The random families above found this: a night shift ends in the skipped hour.
it("a night shift that ends in the skipped hour ends at the same time in apps and in the day", async () => {
  const anna = await signUp(server());
  const night = { startDate: "2027-03-10T20:00", endDate: "2027-03-11T02:00" };
  await plan(anna, { title: "Night nurse", ...night, recurrence: "FREQ=DAILY" });
  await expectTheSame(anna);
});

it("a series is published without its dates that were canceled in 1950 and in 2090", async () => {
  const anna = await signUp(server());
  const { id } = await plan(anna, { recurrence: `FREQ=DAILY;BYHOUR=${[...Array(24).keys()]}` });
  const { kysely: db } = server().database;
  const starts_on_clock = "1949-01-01 10:00";
  await db.updateTable("manual_events").set({ starts_on_clock }).where("id", "=", id).execute();
  const canceled = ["1950-01-01", "2090-01-01"].map((occurrence_date) => ({
    family_id: anna.familyId,
    manual_event_id: id,
    occurrence_date,
    occurrence_time: null,
  }));
  await db.insertInto("manual_event_exceptions").values(canceled).execute();
  const calendar = await readCalendar(server(), await subscribe(anna));
  const dates = eventsOf(calendar).flatMap((event) => event.getFirstProperty("exdate")?.getValues() ?? []);
  const days = dates.map((date) => String(date).slice(0, 10));
  expect(days).toEqual(["1950-01-01", "2090-01-01"].flatMap((day) => Array(24).fill(day)));
});
