import { beforeEach, expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { createPuzzle, getActivePuzzle } from "#contract/puzzles.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { readLibrary } from "./library.ts";

const server = useServer();

const active = ({ client }: Person) => client.call(getActivePuzzle);

const add = ({ client }: Person, question: string, isActive = true) =>
  client.call(createPuzzle, {
    body: { question, options: ["Red", "Green"], correctAnswer: "Green", isActive },
  });

async function questionsOf(person: Person, days: number): Promise<(string | undefined)[]> {
  const questions = [];
  for (let day = 0; day < days; day++) {
    questions.push((await active(person))?.question);
    server().clock.advance(dayMs);
  }
  return questions;
}

let anna: Person;
beforeEach(async () => {
  anna = await signUp(server());
});

test("the daily puzzle comes with its options, its answer and the reader's progress", async () => {
  const added = await add(anna, "Which color is grass?");
  expect(await active(anna)).toEqual({
    ...added,
    day: "2026-11-20",
    daysInARow: 0,
    hasSolvedToday: false,
    solvedBy: [],
  });
});

test("active puzzles take turns by day", async () => {
  for (const question of ["First?", "Second?", "Third?"]) await add(anna, question);
  await add(anna, "Not yet?", false);
  const questions = await questionsOf(anna, 6);
  expect(new Set(questions.slice(0, 3))).toEqual(new Set(["First?", "Second?", "Third?"]));
  expect(questions.slice(3)).toEqual(questions.slice(0, 3));
});

test("the turn changes at the family's midnight", async () => {
  for (const question of ["First?", "Second?"]) await add(anna, question);
  const morning = await active(anna);
  const sinceMidnight = (server().clock.now().getTime() - 5 * hourMs) % dayMs;
  server().clock.advance(dayMs - sinceMidnight - 1);
  expect(await active(anna)).toEqual(morning);
  server().clock.advance(1);
  expect(await active(anna)).not.toEqual(morning);
});

test("a family without active puzzles gets a built-in one, another one each day", async () => {
  const carla = await signUp(server());
  await add(carla, "Whose is this?");
  await add(anna, "Not yet?", false);
  const questions = await questionsOf(anna, 10);
  const library = new Set((await readLibrary()).map(({ question }) => question));
  expect(new Set(questions).size).toBe(10);
  expect(questions.filter((question) => question && library.has(question))).toHaveLength(10);
});

test("the built-in puzzle is the same for every family on the same day", async () => {
  const carla = await signUp(server());
  expect(await active(anna)).toEqual(await active(carla));
});

test("the ID of a built-in puzzle is never that of a family's own", async () => {
  expect((await active(anna))?.id).toBeGreaterThanOrEqual(2_000_000_000);
  const { kysely } = server().database;
  const taken = kysely
    .insertInto("puzzles")
    .values({
      family_id: anna.familyId,
      question: "Mine?",
      options: ["Yes", "No"],
      correct_answer: "Yes",
      id: 2_000_000_000,
      created_at: new Date(),
    })
    .execute();
  await expect(taken).rejects.toThrow();
});

test("a family that turned off built-in puzzles has none today", async () => {
  await anna.client.call(changeFamily, { body: { puzzleLibrary: false } });
  expect(await active(anna)).toBeNull();
  await add(anna, "Which color is grass?");
  expect((await active(anna))?.question).toBe("Which color is grass?");
});
