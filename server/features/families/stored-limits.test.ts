import { beforeAll, expect, test } from "vitest";
import { addManualEvent, changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { addHelpPhrase, changeHelpPhrase, deleteHelpPhrase } from "#contract/help/phrases.ts";
import { addThing, removeThing } from "#contract/help/things.ts";
import { addLocalEvent, deleteLocalEvent } from "#contract/local-events.ts";
import { createPuzzle, deletePuzzle } from "#contract/puzzles.ts";
import { dentist, plan } from "#tests/support/events.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const limits = {
  eventsPerFamily: 3,
  seriesPerFamily: 3,
  puzzlesPerFamily: 3,
  localEventsPerFamily: 3,
  phrasesPerCategory: 3,
  thingsPerFamily: 3,
};
const server = useServer({ limits });

let anna: Person;
let neighbor: Person;
beforeAll(async () => {
  anna = await signUp(server(), { name: "Anna Reyes" });
  neighbor = await signUp(server(), { name: "Nora Nash" });
});

const daily = { recurrence: "FREQ=DAILY" };
const puzzle = { question: "Which is a bird?", options: ["Robin", "Trout"], correctAnswer: "Robin" };
const concert = { title: "Concert", date: "2026-11-24T19:00", location: "Town hall" };
const inCalendar = "in the family's calendar. Please delete one first.";

const kinds = [
  {
    words: `There are already 3 events ${inCalendar}`,
    add: (by: Person) => by.client.ask(addManualEvent, { body: dentist }),
    remove: (id: number) => anna.client.call(deleteManualEvent, { params: { id } }),
  },
  {
    words: `There are already 3 repeating events ${inCalendar}`,
    add: (by: Person) => by.client.ask(addManualEvent, { body: { ...dentist, ...daily } }),
    remove: (id: number) => anna.client.call(deleteManualEvent, { params: { id } }),
  },
  {
    words: "There are already 3 puzzles of your own. Please delete one first.",
    add: (by: Person) => by.client.ask(createPuzzle, { body: puzzle }),
    remove: (id: number) => anna.client.call(deletePuzzle, { params: { id } }),
  },
  {
    words: "There are already 3 things to do that you entered. Please delete one first.",
    add: (by: Person) => by.client.ask(addLocalEvent, { body: concert }),
    remove: (id: number) => anna.client.call(deleteLocalEvent, { params: { id } }),
  },
  {
    words: "There are already 3 phrases of your own here. Please delete one first.",
    add: (by: Person) => by.client.ask(addHelpPhrase, { body: { categoryId: 1, phrase: "My lamp is out." } }),
    remove: (id: number) => anna.client.call(deleteHelpPhrase, { params: { id } }),
  },
  {
    words: "There are already 3 things around the house. Please delete one first.",
    add: (by: Person) => by.client.ask(addThing, { body: { name: "Router" } }),
    remove: (id: number) => anna.client.call(removeThing, { params: { id } }),
  },
];

test.each(kinds)(
  "of nine added at once a family keeps three, and deleting one makes room: $words",
  async (kind) => {
    const { add, remove, words } = kind;
    const answers = await Promise.all(Array.from({ length: 9 }, () => add(anna)));
    const added = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([added.length, refused.length]).toEqual([3, 6]);
    for (const { body } of refused) expect(body).toMatchObject({ code: "conflict", message: words });
    expect((await add(neighbor)).status).toBe(201);
    for (const { body } of added) await remove(body.id);
    expect((await add(anna)).status).toBe(201);
  },
);

test("an event that starts to repeat, or a date that becomes its own event, counts as one more", async () => {
  const maria = await signUp(server(), { name: "Maria Lopez" });
  const [first] = [await plan(maria), await plan(maria), await plan(maria)];
  const [series] = [await plan(maria, daily), await plan(maria, daily), await plan(maria, daily)];
  const repeated = { params: { id: first.id }, body: { ...dentist, ...daily } };
  expect((await maria.client.ask(changeManualEvent, repeated)).status).toBe(409);
  const query = { occurrence: "2026-11-25T10:00" };
  const body = { ...dentist, startDate: "2026-11-25T12:00", endDate: "2026-11-25T13:00" };
  const single = { params: { id: series.id }, query, body };
  expect((await maria.client.ask(changeManualEvent, single)).status).toBe(409);
  const renamed = { params: { id: first.id }, body: { ...dentist, title: "Dentist, again" } };
  expect((await maria.client.ask(changeManualEvent, renamed)).status).toBe(200);
});

test("a phrase that is reworded again and again does not fill the table", async () => {
  const ben = await signUp(server(), { name: "Ben Brown" });
  const { familyId, client } = ben;
  const rows = Array.from({ length: 600 }, () => ({
    family_id: familyId,
    category_id: 1,
    phrase: "Old words",
    is_deleted: true,
  }));
  const { kysely } = server().database;
  await kysely.insertInto("family_phrases").values(rows).execute();
  const { id } = await client.call(addHelpPhrase, { body: { categoryId: 1, phrase: "My lamp is out." } });
  const reworded = { params: { id }, body: { phrase: "My lamp won't turn on." } };
  await client.call(changeHelpPhrase, reworded);
  const stored = await kysely
    .selectFrom("family_phrases")
    .select("id")
    .where("family_id", "=", familyId)
    .execute();
  expect(stored).toHaveLength(501);
  expect(stored.map((row) => row.id)).toContain(id);
});
