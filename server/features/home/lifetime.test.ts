// Anything that the clock alone changes on home ends the answer in memory at that moment.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { giveHelloVoiceMessage } from "#contract/hellos.ts";
import { askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { nextDayAfter } from "#server/features/families/queries.ts";
import { keptAnswersOf } from "#server/platform/http/kept-answers.ts";
import { newBrowser } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { dentist } from "#tests/support/events.ts";
import { addFeedRow } from "#tests/support/feed-server.ts";
import { untilCaughtUp } from "#tests/support/live-stream.ts";
import { newSession, reyesFamily } from "#tests/support/people.ts";
import { recording } from "#tests/support/recordings.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";

const server = useServer();
/** Keeps nothing in memory. */
let reference: TestServer;
beforeAll(async () => {
  const { databaseUrl } = server();
  reference = await startServer({ databaseUrl, limits: { keptAnswerMegabytes: 0 } });
});
afterAll(() => reference.stop());

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/** Less than the hour after which a session is read again anyway. */
const left = 20 * minuteMs;

const later = (milliseconds: number) => new Date(server().clock.now().getTime() + milliseconds);
const advance = (milliseconds: number) => {
  for (const { clock } of [server(), reference]) clock.advance(milliseconds);
};

const homeOn = async ({ url }: TestServer, { token }: Client) => {
  const { status, body } = await new Client(url, token).ask(getHome);
  return { status, body };
};

const subscribe = async ({ anna }: Family, times: { fetched_at: Date; due_at: Date }) => {
  const id = await addFeedRow(server(), anna);
  const { kysely } = server().database;
  await kysely.updateTable("subscribed_calendars").set(times).where("id", "=", id).execute();
};

/** Each one prepares something that the clock changes after `left`. */
const changes: Record<string, (family: Family) => Promise<unknown>> = {
  async "the family's day ends"({ anna }) {
    const [hours = 0, minutes = 0] = new Intl.DateTimeFormat("sv", {
      timeZone: "America/New_York",
      timeStyle: "short",
    })
      .format(server().clock.now())
      .split(":")
      .map(Number);
    const today = later(0).toISOString().slice(0, 10);
    const body = { ...dentist, startDate: `${today}T15:00`, endDate: `${today}T16:00` };
    await anna.client.call(addManualEvent, { body });
    advance(dayMs - (hours * 60 + minutes) * minuteMs - left);
  },
  async "a request was closed an hour ago"({ anna, rose }) {
    const { id } = await rose.client.call(askForHelp, { body: { text: "Please call me." } });
    await anna.client.call(resolveHelpRequest, { params: { id } });
    advance(60 * minuteMs - left);
  },
  async "the day of a birthday greeting ends"({ anna, ben }) {
    await ben.client.call(giveHelloVoiceMessage, {
      headers: { "idempotency-key": "a greeting" },
      query: { birthdayOf: String(anna.id) },
      upload: recording(),
    });
    const { timeZone } = await anna.client.call(getFamily);
    const now = later(0).toTemporalInstant().toZonedDateTimeISO(timeZone);
    advance(now.startOfDay().add({ days: 1 }).epochMilliseconds - now.epochMilliseconds - left);
  },
  "a calendar was read a day ago": (family) =>
    subscribe(family, { fetched_at: later(left - dayMs), due_at: later(dayMs) }),
  async "a test was sent two weeks ago and nobody has answered"({ anna, ben }) {
    const { kysely } = server().database;
    const methods = kysely.updateTable("contact_methods").where("person_id", "in", [anna.id, ben.id]);
    await methods.set({ unanswered_since: later(left - 14 * dayMs) }).execute();
  },
  async "the only device that gets messages is signed out"({ anna, ben }) {
    const device = await newSession(server(), ben, left);
    await device.call(addPushSubscription, { body: newBrowser() });
    const people = server().database.kysely.updateTable("people").set({ phone_number: null });
    await people.where("id", "in", [anna.id, ben.id]).execute();
  },
};

async function expectToChangeInTime(viewer: Client): Promise<void> {
  // Anything published before would otherwise end the answer once it is heard.
  await untilCaughtUp(server());
  const before = await homeOn(server(), viewer);
  advance(left - 1);
  const { hits } = keptAnswersOf(server().world);
  expect(await homeOn(server(), viewer)).toEqual(before);
  expect(keptAnswersOf(server().world).hits).toBe(hits + 1);
  advance(1);
  const after = await homeOn(server(), viewer);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await homeOn(reference, viewer));
}

describe("home comes from memory until", () => {
  it.each(Object.keys(changes))("%s", async (name) => {
    const family = await reyesFamily(server());
    await changes[name]?.(family);
    await expectToChangeInTime(await newSession(server(), family.anna, dayMs));
  });

  it("the session ends", async () => {
    const { anna } = await reyesFamily(server());
    await expectToChangeInTime(await newSession(server(), anna, left));
  });
});

test("a home from memory still has the family's calendars fetched once they are due", async () => {
  const family = await reyesFamily(server());
  await subscribe(family, { fetched_at: later(0), due_at: later(left) });
  const { client } = family.anna;
  const answers = keptAnswersOf(server().world);
  await untilCaughtUp(server());
  await homeOn(server(), client);
  const { hits } = answers;
  await homeOn(server(), client);
  expect(answers.hits).toBe(hits + 1);
  advance(left);
  await homeOn(server(), client);
  expect(answers.hits).toBe(hits + 1);
});

// Most of these set their clocks forward or back at midnight.
const zones = [
  ...["Africa/Cairo", "Asia/Beirut", "Asia/Gaza", "America/Havana", "America/Santiago", "Atlantic/Azores"],
  ...["America/Asuncion", "America/Scoresbysund", "America/Nuuk", "America/Sao_Paulo", "Pacific/Apia"],
  ...["Australia/Lord_Howe", "Asia/Kathmandu", "America/New_York"],
];

test.each(zones)("the next day begins when the clocks of %s show another date", async (zone) => {
  const next = nextDayAfter(sql.ref<Date>("at"), sql<string>`${zone}`);
  const { rows } = await sql`
    select at, next from generate_series('2021-12-31T00:17Z'::timestamptz, '2023-12-31', '23 hours') as at
    cross join lateral (select ${next} as next) as found
    where next is null or next <= at
      or (next at time zone ${zone})::date <= (at at time zone ${zone})::date
      or ((next - interval '1 millisecond') at time zone ${zone})::date <> (at at time zone ${zone})::date
    limit 5`.execute(server().database.kysely);
  expect(rows).toEqual([]);
});
