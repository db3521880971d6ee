// Whatever somebody enters for an event is stored, and shows wherever events show. The fields come from their one
// definition, so a new one is looked for in each of these places.
import { beforeEach, describe, expect, test } from "vitest";
import { type EventField, EventFields } from "#contract/calendar/calendar.ts";
import {
  addManualEvent,
  changeManualEvent,
  listManualEvents,
  type ManualEvent,
} from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { fetchCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { daysOf, eventFields, hiddenFields, twoEvents } from "#tests/support/events.ts";
import { exportOf, uploadOf } from "#tests/support/family-file.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { unzip } from "#tests/support/zip.ts";

const server = useServer();

const [day, later] = ["2026-11-24", "2026-11-30"] as const;

let anna: Person;
let events: ReturnType<typeof twoEvents>;
beforeEach(async () => {
  const { anna: admin, ben, rose } = await reyesFamily(server());
  anna = admin;
  events = twoEvents(day, [ben, rose]);
});

/** Fields that differ on purpose, with the reason. */
type Excused = Partial<Record<EventField, string>>;

const listed = async (person = anna) =>
  (await person.client.call(listManualEvents)).toSorted((one, other) => one.id - other.id);
const add = (body: EventFields) => anna.client.call(addManualEvent, { body });
const change = (id: number, body: Parameters<typeof add>[0], occurrence?: string) =>
  anna.client.call(changeManualEvent, { params: { id }, query: { ...(occurrence && { occurrence }) }, body });

/** The fields that are not as they were entered. */
const changedIn = (event: ManualEvent | undefined, entered: EventFields): EventField[] => {
  const found = EventFields.parse(event);
  return eventFields.filter((field) => JSON.stringify(found[field]) !== JSON.stringify(entered[field]));
};
const namesOf = (excused: Excused) => Object.keys(excused).toSorted();

test("the two events of these tests have different values in every field", () => {
  for (const field of eventFields) expect(events.different[field], field).not.toEqual(events.plain[field]);
});

describe("every field of an event", () => {
  test("is stored when the event is added", async () => {
    const added = await add(events.different);
    expect(changedIn(added, events.different)).toEqual([]);
    expect(await listed()).toEqual([added]);
  });

  test("is stored when the event is changed", async () => {
    const { id } = await add(events.plain);
    expect(changedIn(await change(id, events.different), events.different)).toEqual([]);
  });

  test("stays as it was if a change leaves it out", async () => {
    const { id, title, location, startDate, endDate } = await add(events.different);
    const after = await anna.client.call(changeManualEvent, {
      params: { id },
      body: { title, location, startDate, endDate },
    });
    expect(changedIn(after, events.different)).toEqual([]);
  });

  const single = { recurrence: "one date does not repeat" } satisfies Excused;

  test("is stored when one date of a series is changed", async () => {
    const { id } = await add({ ...events.plain, recurrence: "FREQ=DAILY;INTERVAL=2" });
    const one = await change(id, events.different, `${day}T12:00`);
    expect(one.seriesId).toBe(id);
    expect(changedIn(one, events.different)).toEqual(namesOf(single));
  });

  test("of a series is also that of a changed date, if the change leaves it out", async () => {
    const { id, title, location, startDate, endDate } = await add(events.different);
    const one = await anna.client.call(changeManualEvent, {
      params: { id },
      query: { occurrence: startDate },
      body: { title, location, startDate, endDate },
    });
    expect(changedIn(one, events.different)).toEqual(namesOf(single));
  });

  test("of a series is taken over by a changed date that still has it in common", async () => {
    const ownTimes = {
      ...single,
      startDate: "it has its own day",
      endDate: "it has its own day",
      allDay: "it has its own times",
    } satisfies Excused;
    const series = { ...events.plain, recurrence: "FREQ=DAILY;INTERVAL=2" };
    const { id } = await add(series);
    await change(id, { ...series, startDate: `${day}T12:15` }, `${day}T12:00`);
    await change(id, events.different);
    const [, one] = await listed();
    expect(changedIn(one, events.different).toSorted()).toEqual(namesOf(ownTimes));
  });

  test("is in the family's file, and in the family that is opened from it", async () => {
    const excused = { people: "the people are not there yet" } satisfies Excused;
    await add(events.different);
    const nora = await signUp(server(), { name: "Nora Nash" });
    await nora.client.call(importFamily, uploadOf(await exportOf(anna)));
    const [imported] = await listed(nora);
    expect(changedIn(imported, events.different)).toEqual(namesOf(excused));
  });
});

describe("a change of every field shows", () => {
  const hidden = (read: (id: number) => Promise<unknown>) => hiddenFields(anna, events, read);

  test("in the family's day", async () => {
    const excused = { recurrence: "a day says nothing about other days" } satisfies Excused;
    // Whether it is a date of a series only decides what "Edit" opens.
    const read = async () => (await daysOf(anna, day)).map(({ id: _, occurrence: __, ...event }) => event);
    expect(await hidden(read)).toEqual(namesOf(excused));
  });

  test("in the family's week", async () => {
    expect(await hidden(() => daysOf(anna, day, later))).toEqual([]);
  });

  test("in a subscribed calendar", async () => {
    const path = await subscribe(anna);
    // These lines change with every change.
    const isAbout = (line: string) => !/^(DTSTAMP|LAST-MODIFIED|SEQUENCE):/.test(line);
    const read = async () =>
      (await (await fetchCalendar(server(), path)).text()).split("\r\n").filter(isAbout);
    expect(await hidden(read)).toEqual([]);
  });

  test("in the page that people read of the family's file", async () => {
    const read = async () => {
      // Somebody can download only a few files a day.
      server().clock.advance(dayMs);
      const page = unzip(await exportOf(anna)).get("index.html") ?? "";
      return page.match(/<h2>Events<\/h2>[\s\S]*?<h2>/)?.[0];
    };
    expect(await hidden(read)).toEqual([]);
  });
});
