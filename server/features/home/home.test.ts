import pg from "pg";
import { expect, it, vi } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listCalendarEvents, listTomorrowsEvents } from "#contract/calendar/calendar.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { listStaleCalendars } from "#contract/calendar/settings.ts";
import { dayMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { getCurrentHellos } from "#contract/hellos.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { getCurrentLights } from "#contract/lights.ts";
import { addLocalEvent, listActiveLocalEvents } from "#contract/local-events.ts";
import { createPuzzle, getActivePuzzle } from "#contract/puzzles.ts";
import { getCurrentQuestion } from "#contract/questions.ts";
import { getReachability } from "#contract/reachability.ts";
import { Client } from "#tests/support/client.ts";
import { dentist } from "#tests/support/events.ts";
import { addFeedRow } from "#tests/support/feed-server.ts";
import { shownHello } from "#tests/support/hellos.ts";
import { chooseLight } from "#tests/support/lights.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const parts = [
  ...[getStatus, getFamily, listHelpRequests, listCalendarEvents, getActivePuzzle, listActiveLocalEvents],
  ...[getReachability, listStaleCalendars, getCurrentHellos, getCurrentLights, listTomorrowsEvents],
  getCurrentQuestion,
];

/** Returns the answers of the calls of home's parts, one by one. */
async function answersOfParts({ client }: Person): Promise<Record<string, unknown>> {
  const answers = await Promise.all(parts.map(async (part) => [part.path, await client.call(part)] as const));
  return Object.fromEntries(answers);
}

/** A family in which every part of home has something to show. */
async function busyFamily() {
  const family = await reyesFamily(server());
  const { anna, ben, rose } = family;
  const day = server().clock.now().toISOString().slice(0, 10);
  const concert = { title: "Concert", date: `${day}T19:00`, location: "Park" };
  const puzzle = { question: "Which is the red planet?", options: ["Mars", "Venus"], correctAnswer: "Mars" };
  await anna.client.call(addManualEvent, {
    body: { ...dentist, startDate: `${day}T15:00`, endDate: `${day}T16:00` },
  });
  const tomorrow = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  await anna.client.call(addManualEvent, {
    body: { ...dentist, startDate: `${tomorrow}T10:00`, endDate: `${tomorrow}T11:00` },
  });
  await anna.client.call(addLocalEvent, { body: concert });
  await anna.client.call(createPuzzle, { body: puzzle });
  for (const { client } of [rose, ben]) await client.call(askForHelp, { body: { text: "Please call me." } });
  await shownHello(ben.client);
  await chooseLight(family);
  const id = await addFeedRow(server(), anna);
  const now = server().clock.now().getTime();
  const times = { fetched_at: new Date(now - 2 * dayMs), due_at: new Date(now + dayMs) };
  await server()
    .database.kysely.updateTable("subscribed_calendars")
    .set(times)
    .where("id", "=", id)
    .execute();
  return family;
}

it("each part of home is the answer of its own call, for everybody in the family", async () => {
  const { anna, ben, rose } = await busyFamily();
  for (const person of [anna, ben, rose]) {
    const home = await person.client.call(getHome);
    expect(home).toEqual(await answersOfParts(person));
    expect(home[listHelpRequests.path]).toHaveLength(person === rose ? 1 : 2);
    expect(home[listStaleCalendars.path]).toHaveLength(1);
    expect(home[listTomorrowsEvents.path]).toHaveLength(1);
  }
});

it("home takes one proof of the caller, and sends each query once", async () => {
  const { rose } = await reyesFamily(server());
  // Lets the caches fill, so that only what belongs to home is counted.
  await rose.client.call(getStatus);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await rose.client.call(getHome);
  const queries = query.mock.calls.map((sent) => JSON.stringify(sent));
  query.mockRestore();
  expect(queries.filter((sent) => sent.includes("proven_at"))).toHaveLength(1);
  expect(queries.filter((sent, index) => queries.indexOf(sent) !== index)).toEqual([]);
});

it("home is refused to visitors, and to people without a family", async () => {
  expect((await new Client(server().url).ask(getHome)).status).toBe(401);
  const alone = await signUp(server(), { inviteCode: "none" });
  expect((await alone.client.ask(getHome)).status).toBe(404);
});
