import { beforeAll, expect, test } from "vitest";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { type Somebody, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// The server's clock stands at 8:05 in the morning of 2026-11-20 in New York.
const server = useServer();

let anna: Somebody;
beforeAll(async () => {
  anna = await signUp(server());
});

const add = (title: string, starts_on_clock: string, family_id = anna.familyId) =>
  server()
    .database.kysely.insertInto("local_events")
    .values({ family_id, title, starts_on_clock, location: "Library", description: "Bring a friend." })
    .execute();

const list = () => anna.client.call(listActiveLocalEvents);
const titles = async () => (await list()).map(({ title }) => title);

test("a family that has just begun has none", async () => {
  expect(await list()).toEqual([]);
});

test("the next fourteen days come in time order, today's whole day among them", async () => {
  await add("Last day", "2026-12-03 23:59");
  await add("Book club", "2026-11-24 14:30");
  await add("Breakfast", "2026-11-20 07:00");
  await add("Yesterday", "2026-11-19 23:59");
  await add("Too far", "2026-12-04 00:00");
  expect(await titles()).toEqual(["Breakfast", "Book club", "Last day"]);
});

test("each says what, when, where", async () => {
  expect((await list())[1]).toEqual({
    ...{ id: expect.any(Number), title: "Book club", date: "2026-11-24T14:30" },
    ...{ location: "Library", description: "Bring a friend." },
  });
});

test("another family's are not shown", async () => {
  const carla = await signUp(server());
  await add("Carla's", "2026-11-21 10:00", carla.familyId);
  expect(await titles()).not.toContain("Carla's");
});

test("the days roll on at the family's midnight", async () => {
  server().clock.advance(Date.parse("2026-11-21T05:00:00Z") - server().clock.now().getTime() - 1);
  expect(await titles()).toContain("Breakfast");
  server().clock.advance(1);
  expect(await titles()).toEqual(["Book club", "Last day", "Too far"]);
});
