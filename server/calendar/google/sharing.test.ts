import { beforeEach, describe, expect, it } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listConnectedCalendars, type SharedCalendars, shareCalendars } from "#contract/calendar/google.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { PretendCalendar } from "#server/sandbox/google/pretend-calendars.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { join, type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

const server = useServer();

let anna: Person;
let account: ReturnType<typeof newAccount>;
let kids: string;

const at = (hour: string) => ({ dateTime: `2026-11-21T${hour}:00:00-05:00` });
const event = (id: string, hour: string, end: string) => ({ id, summary: id, start: at(hour), end: at(end) });

beforeEach(async () => {
  anna = await signUp(server());
  account = newAccount();
  account.own.put(event("Lunch", "12", "13"));
  kids = `kids-${account.email}`;
  account.calendars.all.push(new PretendCalendar(kids, "Kids", { events: [event("Swimming", "15", "16")] }));
  await connectAs(anna, account.choice);
});

const shown = async ({ client } = anna) =>
  (await client.call(listCalendarEvents, { query: { date: "2026-11-21" } })).map(
    ({ title, category }) => `${title}, ${category}`,
  );
const choose = (...calendars: SharedCalendars["calendars"]) =>
  anna.client.ask(shareCalendars, { body: { calendars } });
const listed = async () => {
  const { calendars } = await anna.client.call(listConnectedCalendars);
  return calendars.map(({ name, isShared, category }) => ({ name, isShared, category }));
};

describe("the calendars of an account", () => {
  it("are listed by name, and at first only the account's primary one is shared", async () => {
    expect(await listed()).toEqual([
      { name: account.email, isShared: true, category: "family" },
      { name: "Kids", isShared: false, category: "family" },
    ]);
    expect(await shown()).toEqual(["Lunch, family"]);
  });

  it("can be shared one by one, each with a category that the show switches use", async () => {
    const screen = await openStream(anna.client);
    const { status, body } = await choose({ id: kids, isShared: true, category: "kids" });
    expect(status).toBe(200);
    expect(body.calendars[1]).toMatchObject({ isShared: true, freshness: { failure: null } });
    expect(await shown()).toEqual(["Lunch, family", "Swimming, kids"]);
    await expect.poll(() => screen.heard).toContain("calendar-events");
    const everything = { calendarUrl: "", showFamilyEvents: true, showAppointments: true };
    await anna.client.call(changeCalendarSettings, { body: { ...everything, showKidsEvents: false } });
    expect(await shown()).toEqual(["Lunch, family"]);
    await choose({ id: kids, isShared: true, category: "appointment" });
    expect(await shown()).toEqual(["Lunch, family", "Swimming, appointment"]);
  });

  it("disappear from the family's day when they are no longer shared", async () => {
    await choose({ id: account.email, isShared: false, category: "family" });
    expect(await shown()).toEqual([]);
    expect((await listed())[0]).toMatchObject({ isShared: false });
    await connectAs(anna, account.choice);
    expect(await shown()).toEqual([]);
  });

  it("stay as they are when one cannot be read, and the reason is shown", async () => {
    account.calendars.failures.push({ status: 500, reason: "backendError" });
    const { status, body } = await choose({ id: kids, isShared: true, category: "kids" });
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({
        message: "The calendar's server has a problem right now. Please try again later.",
      }),
    ]);
    expect(await shown()).toEqual(["Lunch, family"]);
  });

  it("are limited to the account's own: a made-up ID is not found", async () => {
    expect((await choose({ id: "boss@example.com", isShared: true, category: "family" })).status).toBe(404);
    const mallory = await signUp(server(), { name: "Mallory" });
    const body = { calendars: [{ id: kids, isShared: true, category: "kids" }] };
    expect((await mallory.client.ask(shareCalendars, { body })).status).toBe(409);
    expect(await shown(mallory)).toEqual([]);
  });

  it("are at most as many as a family may subscribe to", async () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      id: `${at}`,
      isShared: true,
      category: "kids" as const,
    }));
    expect((await choose(...many)).status).toBe(409);
  });

  it("can be chosen only by admins", async () => {
    for (const role of ["child", "grandparent"] as const) {
      const { client } = await join(server(), anna, role, "Rose");
      expect((await client.ask(listConnectedCalendars)).status).toBe(403);
      expect((await client.ask(shareCalendars, { body: { calendars: [] } })).status).toBe(403);
    }
  });

  it("that are shared are still listed while Google does not answer", async () => {
    account.calendars.failures.push({ status: 500, reason: "backendError" });
    expect(await listed()).toEqual([{ name: account.email, isShared: true, category: "family" }]);
  });

  it("are replaced by those of another account", async () => {
    const other = newAccount("Ben");
    other.own.put(event("Garage", "08", "09"));
    await connectAs(anna, other.choice);
    expect(await shown()).toEqual(["Garage, family"]);
  });
});
