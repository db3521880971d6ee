// Subscribed calendars cause reminders like the family's own events, over any channel.
import { expect, test } from "vitest";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { minuteMs } from "#contract/durations.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { refreshCalendars, syncGoogleCalendars } from "#tests/support/due-work.ts";
import { plan } from "#tests/support/events.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { advanceClockTo, choose, messagesTo } from "#tests/support/reminders.ts";
import { useServer } from "#tests/support/server.ts";
import { connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

const server = useServer();
const feeds = useFeedServer();
const messagesOf = (person: Person) => messagesTo(server(), person);
const at = (clockTime: string) => advanceClockTo(server(), clockTime);

const everything = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
const settle = ({ client }: Person, calendarUrl: string, shown: Partial<typeof everything> = {}) =>
  client.call(changeCalendarSettings, { body: { ...everything, ...shown, calendarUrl } });

/** 10:00 in New York is 15:00 UTC. */
const soccer = (start: string) => calendar(["Soccer", `:202611${start}`], ["Other", ":20261230T150000Z"]);

async function subscriber(path: string): Promise<Person> {
  await at("2026-11-23T09:00");
  const anna = await signUp(server());
  await choose(anna);
  await settle(anna, feeds.serve(path, soccer("24T150000Z")));
  await at("2026-11-24T09:00");
  expect(messagesOf(anna)).toEqual(["Soccer is today at 10:00 AM."]);
  return anna;
}

test("an event of a subscribed calendar causes a reminder, and another message when it moves there", async () => {
  const anna = await subscriber("/moves.ics");
  feeds.serve("/moves.ics", soccer("24T200000Z"));
  server().clock.advance(5 * minuteMs);
  await refreshCalendars(server().world);
  await at("2026-11-24T09:10");
  expect(messagesOf(anna).slice(1)).toEqual(["Soccer is now at 3:00 PM."]);
});

test("an event that is gone from its calendar counts as canceled", async () => {
  const anna = await subscriber("/gone.ics");
  feeds.serve("/gone.ics", calendar(["Other", ":20261230T150000Z"]));
  server().clock.advance(5 * minuteMs);
  await refreshCalendars(server().world);
  await at("2026-11-24T09:10");
  expect(messagesOf(anna).slice(1)).toEqual(["Soccer today at 10:00 AM is canceled."]);
});

test("a renamed event stays the same event: there is neither another reminder nor a cancellation", async () => {
  const anna = await subscriber("/renamed.ics");
  feeds.serve("/renamed.ics", soccer("24T150000Z").replace("SUMMARY:Soccer", "SUMMARY:Soccer, final"));
  server().clock.advance(5 * minuteMs);
  await refreshCalendars(server().world);
  await at("2026-11-24T09:10");
  expect(messagesOf(anna)).toHaveLength(1);
  feeds.serve("/renamed.ics", soccer("24T200000Z").replace("SUMMARY:Soccer", "SUMMARY:Soccer, final"));
  server().clock.advance(5 * minuteMs);
  await refreshCalendars(server().world);
  await at("2026-11-24T09:20");
  expect(messagesOf(anna).slice(1)).toEqual(["Soccer, final is now at 3:00 PM."]);
});

test("an event that the person declines at Google is canceled for those who were reminded of it", async () => {
  await at("2026-11-23T09:00");
  const anna = await signUp(server());
  await choose(anna);
  const account = newAccount();
  const start = { dateTime: "2026-11-24T10:00:00-05:00" };
  const lunch = { id: "lunch", summary: "Lunch 👩‍👧", start, end: { dateTime: "2026-11-24T11:00:00-05:00" } };
  account.own.put(lunch);
  account.own.put({ ...lunch, id: "tea", summary: "Tea", start: lunch.end, end: lunch.end });
  await connectAs(anna, account.choice);
  await at("2026-11-24T09:00");
  expect(messagesOf(anna)).toEqual(["Lunch 👩‍👧 is today at 10:00 AM."]);
  account.own.put({ ...lunch, attendees: [{ self: true, responseStatus: "declined" }] });
  server().clock.advance(5 * minuteMs);
  await syncGoogleCalendars(server().world);
  await at("2026-11-24T09:10");
  expect(messagesOf(anna).slice(1)).toEqual(["Lunch 👩‍👧 today at 10:00 AM is canceled."]);
});

test("events don't count as canceled when their calendar is removed or their category is hidden", async () => {
  const [anna, carla] = [await subscriber("/given-up.ics"), await subscriber("/hidden.ics")];
  await settle(anna, "");
  await settle(carla, `http://127.0.0.1:${feeds.port}/hidden.ics`, { showFamilyEvents: false });
  await at("2026-11-24T09:10");
  expect([messagesOf(anna), messagesOf(carla)].map(({ length }) => length)).toEqual([1, 1]);
});

test("a person can choose e-mail or push, where the message about a move replaces the earlier one", async () => {
  await at("2026-11-23T09:00");
  const [anna, ben] = [await signUp(server()), await signUp(server())];
  await addEmail(server(), anna);
  await subscribeToPush(ben);
  await choose(anna, { channel: "email" });
  await choose(ben, { channel: "push" });
  await plan(anna);
  await plan(ben);
  await at("2026-11-24T09:00");
  expect(server().mailbox).toMatchObject([{ subject: "Dentist is today at 10:00 AM" }]);
  const [{ payload = "", urgency, ttlSeconds } = {}] = server().pushed;
  expect(JSON.parse(payload)).toMatchObject({
    kind: "reminder",
    title: "Dentist is today at 10:00 AM",
    path: "/",
    tag: expect.stringMatching(/^reminder-manual-\d+$/),
    familyId: ben.familyId,
  });
  expect([urgency, ttlSeconds, messagesOf(anna), messagesOf(ben)]).toEqual(["high", 3600, [], []]);
});
